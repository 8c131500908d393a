// Shows footnotes beside the line that refers to them if the window has room. They are placed over the empty margin, so
// nothing moves; the list at the end stays, for print and for readers who follow the number.
const hasRoom = matchMedia('(min-width: 80rem)');
const main = document.querySelector<HTMLElement>('.article-main');
const references = [...document.querySelectorAll<HTMLAnchorElement>('[data-prose] [role="doc-noteref"]')];
const gap = 12;

interface SideNote {
  reference: HTMLAnchorElement;
  element: HTMLElement;
}

function writeNotes(): SideNote[] {
  const seen = new Set<string>();
  return references.flatMap((reference) => {
    const note = document.getElementById(decodeURIComponent(reference.hash.slice(1)));
    // A note refers to a note only in the list.
    if (!note || seen.has(reference.hash) || reference.closest('.footnotes')) return [];
    seen.add(reference.hash);
    const element = document.createElement('small');
    element.className = 'side-note';
    element.dataset.note = reference.hash;
    const number = document.createElement('sup');
    number.textContent = reference.textContent;
    element.append(number, ' ', ...[...note.children].flatMap((child) => [...child.cloneNode(true).childNodes]));
    for (const extra of element.querySelectorAll('[role="doc-backlink"]')) extra.remove();
    for (const named of element.querySelectorAll('[id]')) named.removeAttribute('id');
    return [{ reference, element }];
  });
}

/** Places notes beside their numbers, or below what is in the way: the previous note or a wide picture. */
function placeNotes(notes: readonly SideNote[], column: HTMLElement) {
  const { top, right } = column.getBoundingClientRect();
  const wide = [...column.querySelectorAll('[data-prose] > *')]
    .map((block) => block.getBoundingClientRect())
    .filter((block) => block.right > right + 1);
  let free = top;
  for (const { reference, element } of notes) {
    let at = Math.max(free, reference.getBoundingClientRect().top - 4);
    const height = element.offsetHeight;
    for (const block of wide) if (at < block.bottom + gap && at + height + gap > block.top) at = block.bottom + gap;
    element.style.insetBlockStart = `${at - top}px`;
    free = at + height + gap;
  }
}

if (main && references.length > 0) {
  const notes = writeNotes();
  const refresh = () => {
    const isShown = hasRoom.matches;
    if (isShown && !notes[0]?.element.isConnected) main.append(...notes.map(({ element }) => element));
    if (!isShown) for (const { element } of notes) element.remove();
    if (isShown) placeNotes(notes, main);
  };
  hasRoom.addEventListener('change', refresh);
  // Wait until the text has its own font: a note that follows its line would visibly move.
  void document.fonts.ready.then(() => new ResizeObserver(refresh).observe(main));
}

// Makes this file a module.
export {};
