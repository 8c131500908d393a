// Notes and references open beside the number; without this script the same links lead to the list at the end.
const box = document.createElement('div');
box.className = 'note-popover';
box.popover = 'auto';

function show(link: HTMLAnchorElement): boolean {
  const note = document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!note) return false;
  const copy = note.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return false;
  for (const back of copy.querySelectorAll('[role="doc-backlink"]')) back.remove();
  for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id');
  box.replaceChildren(...copy.childNodes);
  link.after(box);
  box.showPopover();
  const at = link.getBoundingClientRect();
  const isBelow = at.bottom + box.offsetHeight + 12 < innerHeight;
  box.style.left = `${Math.max(16, Math.min(at.left, innerWidth - box.offsetWidth - 16))}px`;
  box.style.top = `${isBelow ? at.bottom + 8 : Math.max(8, at.top - box.offsetHeight - 8)}px`;
  return true;
}

document.querySelector('[data-prose]')?.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.matches('[role="doc-noteref"], [role="doc-biblioref"]')) return;
  if (show(link)) event.preventDefault();
});

// A module of its own, not a part of the global scope.
export {};
