import { keyName, parse, recall, remember, send } from './exchange.ts';
// It is fetched with this module: every module that a page may fetch costs each page a line.
import './run-examples.ts';

const filter = document.querySelector<HTMLElement>('[data-filter-reference]');
const count = document.querySelector('[data-filter-count]');
const operations = [...document.querySelectorAll<HTMLElement>('[data-operation]')];

filter?.addEventListener('input', () => {
  const wanted = (filter.querySelector('input')?.value ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  for (const operation of operations) {
    operation.hidden = !wanted.every((word) => operation.textContent?.toLowerCase().includes(word));
  }
  for (const group of document.querySelectorAll<HTMLElement>('[data-operation-group]')) {
    group.hidden = group.querySelector('[data-operation]:not([hidden])') === null;
  }
  const shown = operations.filter(({ hidden }) => !hidden).length;
  if (count) count.textContent = wanted.length > 0 ? `${shown} of ${operations.length} operations` : '';
});

/** Opens the operation that the URL names; the URL of a moved heading leads to its current place. */
function openAddressed() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
  if (target instanceof HTMLAnchorElement && 'forward' in target.dataset) location.replace(target.href);
}
addEventListener('hashchange', openAddressed);
openAddressed();

for (const form of document.querySelectorAll<HTMLFormElement>('[data-try]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void sendForm(form);
  });
}

/** A key that the console was given goes into every form of it, for as long as this tab is open. */
function fillKey(key: string) {
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-place="key"]')) input.value ||= key;
  remember(keyName, key);
}

/** Samples in the language that the reader opened last are the ones that are open. */
const samples = [...document.querySelectorAll<HTMLDetailsElement>('[data-sample]')];
function openSamples(language: string | undefined) {
  if (!samples.some(({ dataset }) => dataset.sample === language)) return;
  for (const sample of samples) sample.open = sample.dataset.sample === language;
}
for (const sample of samples) {
  sample.querySelector('summary')?.addEventListener('click', () => {
    if (!sample.open && sample.dataset.sample) remember('sample', sample.dataset.sample, 'localStorage');
  });
}
openSamples(recall('sample', 'localStorage'));
const ownKey = recall(keyName);
if (ownKey) fillKey(ownKey);

async function sendForm(form: HTMLFormElement) {
  const output = form.querySelector<HTMLElement>('.try-output');
  if (!output) return;
  output.replaceChildren();
  const text = await send(readRequest(form), output);
  const key = /"api_key":\s*"([^"]+)"/.exec(text ?? '')?.[1];
  if (key) fillKey(key);
}

function readRequest(form: HTMLFormElement): Request {
  const url = new URL(form.dataset.try ?? '', location.origin);
  const headers = new Headers({ accept: 'application/json, */*;q=0.1' });
  const body: Record<string, unknown> = {};
  for (const { value, name, dataset } of form.querySelectorAll('input')) {
    if (value.trim() === '') continue;
    if (dataset.place === 'path')
      url.pathname = decodeURI(url.pathname).replace(`{${name}}`, encodeURIComponent(value));
    if (dataset.place === 'query') url.searchParams.set(name, value);
    if (dataset.place === 'body') body[name] = value;
    if (dataset.place === 'json') body[name] = parse(value);
    if (dataset.place === 'key') headers.set('authorization', value.startsWith('Bearer ') ? value : `Bearer ${value}`);
  }
  const method = form.dataset.method ?? 'GET';
  if (method === 'GET' || Object.keys(body).length === 0) return new Request(url, { method, headers });
  headers.set('content-type', 'application/json');
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}
