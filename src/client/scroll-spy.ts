const links = new Map<string, HTMLAnchorElement>();
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-scroll-spy] a')) {
  links.set(decodeURIComponent(link.hash.slice(1)), link);
}

const above = new Set<string>();

const gutter = document.querySelector<HTMLElement>('.article-side');

/** The last heading that has passed the upper part of the window is where the reader is. */
function mark(entries: IntersectionObserverEntry[]) {
  for (const { target, boundingClientRect, rootBounds } of entries) {
    if (boundingClientRect.top < (rootBounds?.bottom ?? 0)) above.add(target.id);
    else above.delete(target.id);
  }
  const ids = [...links.keys()];
  const current = ids.findLast((id) => above.has(id));
  for (const [id, link] of links) {
    if (id === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
  unfold(current === undefined ? undefined : links.get(current));
}

/** In long contents the subsections of the current section are shown, and the current entry stays in view. */
function unfold(link: HTMLAnchorElement | undefined) {
  let isNear = false;
  let item = link?.closest('li') ?? null;
  while (item?.classList.contains('deep')) item = item.previousElementSibling?.closest('li') ?? null;
  for (const other of gutter?.querySelectorAll('.toc-long li') ?? []) {
    if (!other.classList.contains('deep')) isNear = other === item;
    other.classList.toggle('near', isNear);
  }
  const entry = link ?? gutter?.querySelector('[aria-current]');
  if (!entry || !gutter || gutter.scrollHeight <= gutter.clientHeight) return;
  const { top, bottom } = entry.getBoundingClientRect();
  const box = gutter.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) gutter.scrollTop += top - box.top - box.height / 3;
}

const observer = new IntersectionObserver(mark, { rootMargin: '100000px 0px -75% 0px' });
for (const id of links.keys()) {
  const heading = document.getElementById(id);
  if (heading) observer.observe(heading);
}
unfold(undefined);

// A module of its own, not a part of the global scope.
export {};
