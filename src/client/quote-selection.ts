import { encodeDirective } from '../contract/text-directive.ts';

// Text that is selected in an article can be copied with its citation, or reported. Without this script readers copy as
// ever.
const prose = document.querySelector<HTMLElement>('[data-prose][data-version]');
const bar = document.createElement('div');
const copyButton = document.createElement('button');
const report = document.createElement('a');
bar.className = 'quote-bar';
bar.hidden = true;
bar.setAttribute('role', 'toolbar');
bar.setAttribute('aria-label', prose?.dataset.selection ?? '');
copyButton.type = 'button';
copyButton.className = report.className = 'button-plain';
report.textContent = prose?.dataset.report ?? '';
bar.append(copyButton, report);

function cite(quote: string, { author = '', title = '', version = '', name = '', label = '' }: DOMStringMap): string {
  return `“${quote}”\n${author}, ${title}, ${label} ${name}. ${version}#:~:text=${encodeDirective(quote)}`;
}

function show(owner: HTMLElement) {
  const selection = getSelection();
  const quote = selection?.toString().trim() ?? '';
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined;
  bar.hidden = quote === '' || !range || !owner.contains(range.commonAncestorContainer);
  if (bar.hidden || !range) return;
  const { version = '', mail = '', title = '' } = owner.dataset;
  const about = new URLSearchParams({
    subject: title,
    body: `${quote}\n${version}#:~:text=${encodeDirective(quote)}\n\n`,
  });
  report.href = `mailto:${mail}?${about.toString().replaceAll('+', '%20')}`;
  copyButton.textContent = owner.dataset.copyQuote ?? '';
  copyButton.dataset.copy = cite(quote, owner.dataset);
  const { bottom, left } = range.getBoundingClientRect();
  bar.style.top = `${bottom + scrollY + 8}px`;
  bar.style.left = `${Math.max(8, Math.min(left + scrollX, innerWidth - bar.offsetWidth - 8))}px`;
}

if (prose) {
  document.body.append(bar);
  document.addEventListener('selectionchange', () => show(prose));
  show(prose);
  show(prose);
  // A press on the bar would end the selection before the click.
  bar.addEventListener('pointerdown', (event) => event.preventDefault());
}

// Browsers hide a text directive from scripts, but name the navigation with it.
const newest = document.querySelector<HTMLAnchorElement>('a[data-newest]');
const [, directive] = performance.getEntriesByType('navigation')[0]?.name.split(':~:') ?? [];
if (newest && directive) newest.href += `#:~:${directive}`;
