import script from 'virtual:words';
import { announceStatus, ask, countFound, listFound } from './ask-client.ts';

const output = document.querySelector<HTMLElement>('[data-ask-output]');
const shownResults = 5;
let running: AbortController | undefined;

/** Shows under the form what /ask answers; a newer question takes the place of one that is still asked. */
export async function answer(query: string) {
  if (!output) return;
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const call = `GET ${output.dataset.endpoint}?query=${encodeURIComponent(query)}`;
  output.replaceChildren(announceStatus(script.asking));
  try {
    const found = (await ask(query, signal)).slice(0, shownResults);
    const list = await listFound(found, query);
    output.replaceChildren(
      announceStatus(`${countFound(found.length)} ${script.asksTheSame.replace('{}', call)}`),
      list,
    );
  } catch (error) {
    if (!signal.aborted) output.replaceChildren(announceStatus(String(error)));
  }
}
