import texts from 'virtual:part-words';

// A picture opens over the page in its own size; without this script its link leads to the picture alone.
let dialog: HTMLDialogElement | undefined;

function make(): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.className = 'zoom-dialog';
  made.addEventListener('click', () => made.close());
  document.body.append(made);
  return made;
}

/** Shows a picture of the page large. */
export function zoom(shown: HTMLImageElement) {
  dialog ??= make();
  const image = document.createElement('img');
  image.src = shown.currentSrc || shown.src;
  image.alt = shown.alt;
  image.width = shown.width * 4;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button-plain';
  close.textContent = texts.close;
  dialog.setAttribute('aria-label', shown.alt.slice(0, 80));
  dialog.replaceChildren(close, image);
  dialog.showModal();
}
