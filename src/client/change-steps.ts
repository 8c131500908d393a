// Left and right arrow keys lead through the changes of a comparison. They are not letters, so they take nothing from
// assistive technology (WCAG 2.1.4).
const links = [...document.querySelectorAll<HTMLAnchorElement>('.change-steps a')];

/** Elements that use arrow keys themselves: fields, and what scrolls sideways. */
const busy = 'input, textarea, select, [contenteditable], [tabindex]';

/** Follows the link to the next change or the one before; at either end there is none. */
function step(by: 1 | -1) {
  const at = links.findIndex(({ hash }) => hash === location.hash);
  const next = links[at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by];
  if (!next) return;
  for (const link of links) link.removeAttribute('aria-current');
  next.setAttribute('aria-current', 'true');
  next.click();
}

function takeKey(event: KeyboardEvent) {
  const by = ({ ArrowRight: 1, ArrowLeft: -1 } as const)[event.key];
  const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!by || isModified || (event.target instanceof Element && event.target.closest(busy))) return;
  event.preventDefault();
  step(by);
}

// A page without changes leaves its arrow keys to the browser.
if (links.length > 0) addEventListener('keydown', takeKey);

export {};
