import script from 'virtual:words';

const shownMs = 1_600;

/** WebKit only accepts a text that arrives after the click if the clipboard gets its promise. */
function write(text: string | Promise<string>): Promise<void> {
  if (typeof text === 'string') return navigator.clipboard.writeText(text);
  const type = 'text/plain';
  const blob = text.then((whole) => new Blob([whole], { type }));
  return navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
}

/** Writes to the clipboard and says so in the button for a moment. */
async function copy(text: string | Promise<string>, button: HTMLElement) {
  const label = button.textContent;
  try {
    await write(text);
    button.textContent = script.copied;
  } catch {
    // No permission, or not a secure context: the button says so, and the reader can still select the text.
    button.textContent = script.cannotCopy;
  }
  setTimeout(() => {
    button.textContent = label;
  }, shownMs);
}

async function readText(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

document.addEventListener('click', (event) => {
  const button =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-copy], [data-copy-from]') : null;
  if (!button) return;
  const { copy: text, copyFrom, share } = button.dataset;
  if (share !== undefined && 'share' in navigator) {
    // The reader may close the system's panel, which rejects.
    navigator.share({ title: document.title, url: text ?? '' }).catch(() => undefined);
    return;
  }
  void copy(text ?? readText(copyFrom ?? ''), button.querySelector('span') ?? button);
});

for (const frame of document.querySelectorAll<HTMLElement>('.code-block')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-code';
  button.textContent = script.copy;
  button.setAttribute('aria-label', script.copyCode);
  button.addEventListener('click', () => void copy(frame.querySelector('pre')?.textContent ?? '', button));
  frame.append(button);
}

const menu = document.querySelector<HTMLDetailsElement>('[data-page-menu]');
document.addEventListener('click', (event) => {
  if (menu?.open && event.target instanceof Node && !menu.contains(event.target)) menu.open = false;
});
menu?.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
});
