import script from 'virtual:words';

// The reading position is stored in this browser only. A returning reader is offered the section; nothing scrolls by
// itself.
const prose = document.querySelector<HTMLElement>('[data-prose]');
const key = `place:${location.pathname}`;
const headings = [...(prose?.querySelectorAll<HTMLElement>('h2[id], h3[id]') ?? [])];
const saveAfterMs = 1_000;

/** The last heading above the middle of the window, while there is text before and after it. */
function findPlace(): string | undefined {
  const box = prose?.getBoundingClientRect();
  if (!box || box.bottom < innerHeight) return undefined;
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < innerHeight / 2);
  return passed.length > 1 ? passed.at(-1)?.id : undefined;
}

function remember(place: string | undefined) {
  try {
    if (place) localStorage.setItem(key, place);
    else localStorage.removeItem(key);
  } catch (error) {
    console.info('The place in the text is not saved:', error);
  }
}

function recall(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is blocked, so no position was stored either.
    return null;
  }
}

function offer(heading: HTMLElement) {
  const link = document.createElement('a');
  link.className = 'reading-place';
  link.href = `#${encodeURIComponent(heading.id)}`;
  link.textContent = script.continueAt.replace('{}', () => heading.textContent.trim());
  document.querySelector('main')?.append(link);
  const leave = () => {
    link.remove();
    removeEventListener('scroll', leaveWhenMoved);
  };
  const leaveWhenMoved = () => scrollY > innerHeight && leave();
  addEventListener('scroll', leaveWhenMoved, { passive: true });
  link.addEventListener('click', leave);
}

if (document.querySelector('.article-main') && location.pathname.startsWith('/articles/') && headings.length > 2) {
  const stored = recall();
  const heading = headings.find(({ id }) => id === stored);
  if (heading && location.hash === '' && scrollY < innerHeight) offer(heading);
  let pause: ReturnType<typeof setTimeout> | undefined;
  addEventListener(
    'scroll',
    () => {
      clearTimeout(pause);
      pause = setTimeout(() => remember(findPlace()), saveAfterMs);
    },
    { passive: true },
  );
}
