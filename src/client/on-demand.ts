// Parts that most visits never use are fetched at the first sign of use: a pointer or keyboard focus on them, or the
// use itself. If a part cannot be fetched, the link or the form under it works without it.
const searchDialog = () => import('./search-dialog.ts');
const previews = () => import('./previews.ts');

/** Prefetches a part. If that fails, the use itself tries again. */
function prepare(part: () => Promise<unknown>) {
  part().catch(() => undefined);
}

/** The first signs that a reader will use something. */
const signs = ['pointerover', 'focusin'];

function isPlain(event: MouseEvent): boolean {
  return !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

function linkAt(event: Event, selector: string): HTMLAnchorElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(selector) : null;
}

// Letters typed while the dialog is on its way belong to it.
let typedAhead: string | undefined;

async function openSearch() {
  if (typedAhead !== undefined) return;
  typedAhead = '';
  try {
    const { open } = await searchDialog();
    open(typedAhead);
  } catch {
    location.assign(`/search?${new URLSearchParams({ q: typedAhead })}`);
  }
  typedAhead = undefined;
}

document.addEventListener('keydown', (event) => {
  if (typedAhead !== undefined && event.key.length === 1 && !event.metaKey && !event.ctrlKey) {
    event.preventDefault();
    typedAhead += event.key;
    return;
  }
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]');
  const isShortcut = (event.key === 'k' && (event.metaKey || event.ctrlKey)) || (event.key === '/' && !isTyping);
  if (!isShortcut || event.altKey) return;
  event.preventDefault();
  void openSearch();
});

document.addEventListener('click', (event) => {
  if (!isPlain(event)) return;
  if (linkAt(event, '[data-open-search]')) {
    event.preventDefault();
    void openSearch();
  }
  const picture = linkAt(event, '.figure-zoom');
  const shown = [...(picture?.querySelectorAll('img') ?? [])].find((image) => image.offsetWidth > 0);
  if (!picture || !shown) return;
  event.preventDefault();
  import('./zoom.ts').then(({ zoom }) => zoom(shown)).catch(() => location.assign(picture.href));
});

for (const sign of signs) {
  document.addEventListener(sign, (event) => {
    if (linkAt(event, '[data-open-search]')) prepare(searchDialog);
  });
}

// In browsers without popovers (Safari 16, Firefox 124) the note would open inside its sentence, so there its number is
// a plain link.
const prose = 'popover' in HTMLElement.prototype ? document.querySelector<HTMLElement>('[data-prose]') : null;
const untilPreviews = new AbortController();
async function bringPreviews(event: Event) {
  if (!linkAt(event, 'a')) return;
  const { consider } = await previews();
  untilPreviews.abort();
  consider(event);
}
for (const sign of signs) {
  prose?.addEventListener(sign, (event) => prepare(() => bringPreviews(event)), { signal: untilPreviews.signal });
}

// A finger has no hover: a touch on a number opens its note, a touch on a link follows it.
prose?.addEventListener('click', (event) => {
  const link = linkAt(event, '[role="doc-noteref"], [role="doc-biblioref"]');
  if (!link || !isPlain(event)) return;
  event.preventDefault();
  const follow = () => location.assign(link.href);
  previews()
    .then(({ show }) => show(link))
    .then((isShown) => isShown || follow(), follow);
});

const askForm = document.querySelector<HTMLFormElement>('[data-ask] form');
askForm?.addEventListener('focusin', () => prepare(() => import('./ask-box.ts')));
// A question in the URL is shown again, so that a link to it can be shared.
const askedBefore = new URLSearchParams(location.search).get('q')?.trim();
const askField = askForm?.querySelector('input');
if (askField && askedBefore) {
  askField.value = askedBefore;
  prepare(() => import('./ask-box.ts').then(({ answer }) => answer(askedBefore)));
}
askForm?.addEventListener('submit', (event) => {
  const query = `${new FormData(askForm).get('q')}`.trim();
  if (query === '') return;
  event.preventDefault();
  import('./ask-box.ts').then(({ answer }) => answer(query)).catch(() => askForm.submit());
});

// The console of the API reference is loaded immediately if the URL names an operation or a language was chosen before,
// otherwise at the first sign of use. The buttons that run the examples of guides are part of it.
function hasChosenSample(): boolean {
  try {
    return localStorage.getItem('sample') !== null;
  } catch {
    // Storage is refused: then nothing was chosen.
    return false;
  }
}
if (document.querySelector('[data-operation],[data-forward],.article-page [data-language=bash]')) {
  const bringReference = () => prepare(() => import('./reference-ui.ts'));
  if (location.hash !== '' || hasChosenSample()) bringReference();
  for (const sign of [...signs, 'hashchange']) addEventListener(sign, bringReference, { once: true });
}

// A browser that speaks WebMCP has one or the other; all others have nothing to fetch.
const models = document.modelContext ?? navigator.modelContext;
if (models) prepare(() => import('./webmcp.ts').then(({ register }) => register(models)));

if (document.querySelector('.plot,ins,del')) prepare(() => import('./chart-cite.ts'));

const bringQuotes = () => prepare(() => import('./quote-selection.ts'));
if (document.querySelector('[data-newest]')) bringQuotes();
// It is fetched once, however often it is asked for.
if (prose) document.addEventListener('selectionchange', bringQuotes);
