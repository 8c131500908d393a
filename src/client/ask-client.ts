import texts from 'virtual:part-words';
import type { MarkedPiece } from '../search/marks.ts';
import { setTitle } from '../words/typography.ts';

/** The part of an /ask answer that the pages show. */
export interface Found {
  url: string;
  name: string;
  description?: string;
  schema_object?: { hasPart?: { name?: string; url?: string } };
  payment?: { price: number; currency: string };
}

function readFound(value: unknown): Found[] {
  if (typeof value !== 'object' || value === null || !('results' in value) || !Array.isArray(value.results)) return [];
  return value.results.filter(
    (item: unknown): item is Found =>
      typeof item === 'object' && item !== null && 'url' in item && typeof item.url === 'string' && 'name' in item,
  );
}

/** Makes the same call as agents do. Rejects when it is aborted or the response is not 200. */
export async function ask(query: string, signal: AbortSignal): Promise<Found[]> {
  const response = await fetch(`/ask?${new URLSearchParams({ query, streaming: '0', num_results: '8' })}`, {
    headers: { accept: 'application/json' },
    signal,
  });
  if (!response.ok) throw new Error(describeFailure(response));
  return readFound(await response.json());
}

/** The sentence that a reader sees in place of the results when a response is not 200. */
export function describeFailure({ status, headers }: Response): string {
  const seconds = Number(headers.get('retry-after'));
  if (status !== 429 || !seconds) return texts.searchFailed.replace('{}', String(status));
  // The text is in the plural, and a second more is not too long.
  return texts.tooManySearches.replace('{}', String(Math.max(seconds, 2)));
}

/** The sentence that a reader sees when a request failed. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Creates a list of links to the results; their URLs become relative, so that the page works under any host name. */
export async function listFound(found: readonly Found[], question: string): Promise<HTMLUListElement> {
  const list = document.createElement('ul');
  list.className = 'ask-results';
  for (const { url, name, description } of found) {
    const place = new URL(url, location.href);
    const link = document.createElement('a');
    link.href = place.pathname + place.hash;
    const title = document.createElement('strong');
    title.textContent = typeset(name);
    link.append(title);
    if (description) {
      const about = document.createElement('small');
      about.append(...(await markPassage(description, question)));
      link.append(about);
    }
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}

/** A title with the quotes and dashes of its page. */
export const typeset = (title: string): string => setTitle(title, document.documentElement.lang);

/** A passage with the words of the question marked. */
export async function markPassage(text: string, question: string): Promise<Node[]> {
  // The stemmer is loaded when a question is sent, not with every page.
  const [{ analyse }, { markTerms }, { loadGrammar }] = await Promise.all([
    import('../search/analyse.ts'),
    import('../search/marks.ts'),
    import('../words/grammars.ts'),
  ]);
  const language = document.documentElement.lang;
  await loadGrammar(language);
  return markTerms(text, new Set(analyse(question, language)), language).map(showPiece);
}

function showPiece({ text, isMarked }: MarkedPiece): Node {
  if (!isMarked) return document.createTextNode(text);
  const mark = document.createElement('mark');
  mark.textContent = text;
  return mark;
}

export function announceStatus(text: string): HTMLParagraphElement {
  const status = document.createElement('p');
  status.className = 'ask-status';
  status.textContent = text;
  return status;
}

export function countFound(count: number): string {
  if (count === 0) return texts.nothingFound;
  return texts.found.replace('{}', String(count));
}
