const links = new Map<string, HTMLAnchorElement>();
for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-scroll-spy] a')) {
  links.set(decodeURIComponent(link.hash.slice(1)), link);
}

const above = new Set<Element>();

/** The last heading that has passed the upper part of the window is where the reader is. */
function mark(entries: IntersectionObserverEntry[]) {
  for (const { target, boundingClientRect, rootBounds } of entries) {
    if (boundingClientRect.top < (rootBounds?.bottom ?? 0)) above.add(target);
    else above.delete(target);
  }
  const current = [...links.keys()].findLast((id) => [...above].some((heading) => heading.id === id));
  for (const [id, link] of links) {
    if (id === current) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

const observer = new IntersectionObserver(mark, { rootMargin: '100000px 0px -75% 0px' });
for (const id of links.keys()) {
  const heading = document.getElementById(id);
  if (heading) observer.observe(heading);
}

// A module of its own, not a part of the global scope.
export {};
