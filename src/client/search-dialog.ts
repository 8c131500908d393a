import texts from 'virtual:part-words';
import { announceStatus, describeError, describeFailure } from './ask-client.ts';

// The dialog is created at its first use. A page without it loses nothing: the link that it replaces leads to /search.
/** A request is sent for every third keystroke. */
const keystrokesPerRequest = 3;
/**
 * A pause this long sends what is left, and takes away results that no longer match. A shorter one may be that of a
 * slow typist.
 */
const pauseMs = 1200;
let dialog: HTMLDialogElement | undefined;
let running: AbortController | undefined;
let pause: ReturnType<typeof setTimeout> | undefined;
let emptying: ReturnType<typeof setTimeout> | undefined;
/** Keystrokes since the last request; pasted letters count as many. */
let keystrokes = 0;
/** The length of the text at the last of them. */
let length = 0;

/** Opens it over the page, with what was typed before it came. */
export function open(typed: string) {
  dialog ??= make();
  if (!dialog.open) dialog.showModal();
  const input = dialog.querySelector('input');
  input?.select();
  if (!input || typed === '') return;
  input.value = typed;
  input.dispatchEvent(new Event('input'));
  input.setSelectionRange(typed.length, typed.length);
}

function make(): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.className = 'search-dialog';
  made.setAttribute('aria-label', texts.search);
  const form = document.createElement('form');
  form.action = '/search';
  const input = document.createElement('input');
  input.type = 'search';
  input.name = 'q';
  input.maxLength = 1000;
  input.autocomplete = 'off';
  input.placeholder = texts.askPlainly;
  input.setAttribute('aria-label', texts.searchArticles);
  // Only the count is read aloud: a list that changes with every letter would talk over the typing.
  const status = announceStatus(texts.keys);
  status.setAttribute('role', 'status');
  const output = document.createElement('div');
  const all = document.createElement('button');
  all.className = 'button-plain';
  all.textContent = texts.allResults;
  form.append(input, all);
  made.append(form, status, output);
  input.addEventListener('input', () => {
    clearTimeout(pause);
    clearTimeout(emptying);
    const request = () => {
      keystrokes = 0;
      void show(input.value.trim(), { status, output });
    };
    keystrokes += Math.max(input.value.length - length, 1);
    length = input.value.length;
    if (length === 0 || keystrokes >= keystrokesPerRequest) request();
    else pause = setTimeout(request, pauseMs);
  });
  made.addEventListener('keydown', (event) => move(event, made));
  made.addEventListener('click', (event) => {
    if (event.target === made || (event.target instanceof Element && event.target.closest('a'))) made.close();
  });
  document.body.append(made);
  return made;
}

/** Shows the result of /search/instant: names that begin with the last word, and what /search would find. */
async function show(query: string, { status, output }: { status: HTMLElement; output: HTMLElement }) {
  running?.abort();
  if (query === '') {
    status.textContent = '';
    return output.replaceChildren();
  }
  running = new AbortController();
  const { signal } = running;
  const replace = (text: string, nodes: Iterable<Node> = []) => {
    // The list stays while a reader walks it: another one would take the focus away.
    if (output.contains(document.activeElement)) return;
    status.textContent = text;
    output.replaceChildren(...nodes);
  };
  try {
    const response = await fetch(`/search/instant?${new URLSearchParams({ q: query })}`, { signal });
    if (!response.ok) throw new Error(describeFailure(response));
    const { body } = new DOMParser().parseFromString(await response.text(), 'text/html');
    const count = body.querySelector('[data-status]');
    count?.remove();
    const showFound = () => replace(count?.textContent ?? '', body.childNodes);
    const isFound = (box: HTMLElement) => box.querySelector('.ask-results') !== null;
    if (isFound(output) && !isFound(body)) emptying = setTimeout(showFound, pauseMs);
    else showFound();
  } catch (error) {
    if (!signal.aborted) replace(describeError(error));
  }
}

/** Arrow keys walk from the field through the links and back; Enter is the link's own. */
function move(event: KeyboardEvent, box: HTMLElement) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const stops = [...box.querySelectorAll<HTMLElement>('input, a')];
  const here = stops.findIndex((stop) => stop.matches(':focus'));
  stops[(here + step + stops.length) % stops.length]?.focus();
}
