import texts from 'virtual:part-words';
import {
  announceStatus,
  ask,
  countFound,
  describeError,
  type Found,
  listFound,
  markPassage,
  typeset,
} from './ask-client.ts';

const output = document.querySelector<HTMLElement>('[data-ask-output]');
const shownResults = 5;
let running: AbortController | undefined;

/** Shows the answer of /ask under the form, the best passage first, and puts the question into the page's URL. */
export async function answer(query: string) {
  if (!output) return;
  running?.abort();
  running = new AbortController();
  const { signal } = running;
  const call = `GET ${output.dataset.endpoint}?query=${encodeURIComponent(query)}`;
  history.replaceState(history.state, '', `?${new URLSearchParams({ q: query })}`);
  output.replaceChildren(announceStatus(texts.asking));
  try {
    const [best, ...others] = (await ask(query, signal)).slice(0, shownResults);
    const passage = best ? [await quote(best, query)] : [];
    const list = await listFound(others, query);
    const status = announceStatus(
      `${countFound(others.length + passage.length)} ${texts.asksTheSame.replace('{}', call)}`,
    );
    output.replaceChildren(nameQuestion(query), ...passage, list, status);
    output.scrollIntoView({ block: 'nearest' });
  } catch (error) {
    if (!signal.aborted) output.replaceChildren(announceStatus(describeError(error)));
  }
}

/** The head of the results, which stays in view: long results move the form out of the window. */
function nameQuestion(query: string): HTMLHeadingElement {
  const heading = document.createElement('h2');
  heading.className = 'ask-question';
  heading.textContent = query;
  return heading;
}

/** The passage that matches best, with its section and article as the citation. */
async function quote(
  { url, name, description = '', schema_object: about, payment }: Found,
  query: string,
): Promise<HTMLElement> {
  const section = about?.hasPart;
  const place = new URL(section?.url ?? url, location.href);
  const figure = document.createElement('figure');
  figure.className = 'ask-best ask-results';
  const passage = document.createElement('blockquote');
  passage.append(...(await markPassage(description, query)));
  const link = document.createElement('a');
  link.href = place.pathname + place.hash;
  link.textContent = typeset([section?.name, name].filter(Boolean).join(', '));
  const caption = document.createElement('figcaption');
  caption.append(link, payment ? ` (${texts.paidSection.replace('{}', `${payment.price} ${payment.currency}`)})` : '');
  figure.append(passage, caption);
  return figure;
}
