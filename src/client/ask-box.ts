import script from 'virtual:words';
import { ask, countFound, listFound, sayStatus } from './ask.ts';

const output = document.querySelector<HTMLElement>('[data-ask-output]');
const form = document.querySelector<HTMLFormElement>('[data-ask] form');
const shownResults = 5;
let running: AbortController | undefined;

form?.addEventListener('submit', (event) => {
  const query = String(new FormData(form).get('q') ?? '').trim();
  if (!output || query === '') return;
  event.preventDefault();
  running?.abort();
  running = new AbortController();
  void show(query, output, running.signal);
});

async function show(query: string, place: HTMLElement, signal: AbortSignal) {
  const call = `GET ${place.dataset.endpoint}?query=${encodeURIComponent(query)}`;
  place.replaceChildren(sayStatus(script.asking));
  try {
    const found = (await ask(query, signal)).slice(0, shownResults);
    const list = await listFound(found, query);
    place.replaceChildren(sayStatus(`${countFound(found.length)} ${script.asksTheSame.replace('{}', call)}`), list);
  } catch (error) {
    if (!signal.aborted) place.replaceChildren(sayStatus(String(error)));
  }
}
