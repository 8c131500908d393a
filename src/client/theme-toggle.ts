import { storeChoice } from './reader-choices.ts';

const root = document.documentElement;
const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
const ofSystem = metas.map(({ content }) => content);
const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** The other scheme first, then the one of the system for good, then as the system again. */
function findNext(): string | undefined {
  const [usual, other] = systemIsDark.matches ? ['dark', 'light'] : ['light', 'dark'];
  if (root.dataset.theme === undefined) return other;
  return root.dataset.theme === other ? usual : undefined;
}

/** The colour of the browser's own frame follows a choice; without one each element has the scheme in `media`. */
function colourFrame() {
  const chosen = { light: ofSystem[0], dark: ofSystem[1] }[root.dataset.theme ?? ''];
  for (const [index, meta] of metas.entries()) meta.content = chosen ?? ofSystem[index] ?? '';
}

document.querySelector('[data-toggle-theme]')?.addEventListener('click', () => {
  storeChoice('theme', findNext());
  colourFrame();
});
colourFrame();
