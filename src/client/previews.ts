import { findPublicText } from './page-texts.ts';

// What a number, a reference or a link to another article leads to opens beside it, under the pointer and under the
// keyboard's focus. Without this script the same links lead there. It stays while the pointer is on it and goes with
// Escape (WCAG 2.2 1.4.13).
const showAfterMs = 250;
const hideAfterMs = 200;
const margin = 16;

const box = document.createElement('div');
box.className = 'note-popover';
box.popover = 'auto';

let shownFor: HTMLAnchorElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Copies the target of a fragment on this page, without the parts that belong to its position. */
function copyTarget(hash: string): Node[] | undefined {
  const target = document.getElementById(decodeURIComponent(hash.slice(1)));
  if (!target) return undefined;
  // A heading is nothing without what follows it.
  const pieces = /^H[2-6]$/.test(target.tagName) ? [target, target.nextElementSibling] : [target];
  const copies = pieces.flatMap((piece) => (piece ? [piece.cloneNode(true)] : []));
  for (const copy of copies) {
    if (!(copy instanceof Element)) continue;
    for (const extra of copy.querySelectorAll('[role="doc-backlink"], .copy-code')) extra.remove();
    for (const named of [copy, ...copy.querySelectorAll('[id]')]) named.removeAttribute('id');
  }
  const [only] = copies;
  // A note's own list item would bring its bullet.
  return only instanceof HTMLLIElement ? [...only.childNodes] : copies;
}

/** Is the note that a number leads to in view beside the text? */
function isBeside({ hash }: HTMLAnchorElement): boolean {
  const note = document.querySelector(`.side-note[data-note="${CSS.escape(hash)}"]`)?.getBoundingClientRect();
  return note !== undefined && note.top < innerHeight && note.bottom > 0;
}

function isPreviewed(link: HTMLAnchorElement): boolean {
  if (link.matches('[role="doc-backlink"], .heading-link, .figure-zoom, [data-copy]') || link.closest('.note-popover'))
    return false;
  const isHere = link.pathname === location.pathname && link.hash !== '';
  if (isHere && isBeside(link)) return false;
  return link.origin === location.origin && (isHere || /^\/articles\/[^/.]+$/.test(link.pathname));
}

async function readPreview(link: HTMLAnchorElement): Promise<Node[] | undefined> {
  if (link.pathname === location.pathname) return copyTarget(link.hash);
  return findPublicText(link.pathname, link.hash);
}

/** @returns whether there was something to show beside the link */
export async function show(link: HTMLAnchorElement): Promise<boolean> {
  if (!link.isConnected) return false;
  const content = await readPreview(link);
  if (!content) return false;
  box.replaceChildren(...content);
  link.after(box);
  box.showPopover();
  shownFor = link;
  const at = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const isBelow = at.bottom + box.offsetHeight + margin < innerHeight;
  box.style.left = `${Math.max(margin, Math.min(at.left, innerWidth - box.offsetWidth - margin))}px`;
  box.style.top = `${isBelow ? at.bottom + 6 : Math.max(8, at.top - box.offsetHeight - 6)}px`;
  return true;
}

function hide() {
  clearTimeout(timer);
  shownFor = undefined;
  if (box.matches(':popover-open')) box.hidePopover();
}

function linkAt(target: EventTarget | null): HTMLAnchorElement | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  return link && isPreviewed(link) ? link : undefined;
}

/** Takes up the pointer or the focus where it is: the event is the one that brought this script, or a later one. */
export function consider(event: Event) {
  const link = linkAt(event.target);
  if (event.type === 'focusin') {
    if (link && link !== shownFor && link.matches(':focus-visible')) void show(link);
    return;
  }
  if (!(event instanceof PointerEvent) || event.pointerType !== 'mouse') return;
  const isOnBox = event.target instanceof Node && box.contains(event.target);
  if (isOnBox || (link && link === shownFor)) clearTimeout(timer);
  else if (link) {
    clearTimeout(timer);
    // The pointer may have left while this script was on its way.
    timer = setTimeout(() => void (link.matches(':hover') && show(link)), showAfterMs);
  }
}

const place = document.querySelector<HTMLElement>('[data-prose]');
place?.addEventListener('pointerover', consider);
place?.addEventListener('focusin', consider);

place?.addEventListener('pointerout', (event) => {
  if (event.pointerType !== 'mouse') return;
  clearTimeout(timer);
  timer = setTimeout(hide, hideAfterMs);
});

place?.addEventListener('focusout', (event) => {
  const next = event.relatedTarget;
  if (!(next instanceof Node && box.contains(next))) hide();
});
