import { analyse } from './analyse.ts';

const longestSnippet = 300;
/** A sentence ends at its mark before a space, at a line end, or at a mark that takes no space. */
const sentences = /[^\n]+?(?:[.!?]['")\]’”]*(?=\s)|[。！？]|(?=\n)|$)/gu;

/**
 * The sentence of a text with the most valuable query words in it, the first one when none has any.
 * @param weights what each query term is worth
 */
export function bestSentence(text: string, weights: ReadonlyMap<string, number>): string {
  const likely = likelyWords(weights.keys());
  let best = '';
  let bestValue = -1;
  for (const [sentence] of text.matchAll(sentences)) {
    const value = worthOf(sentence.match(likely) ?? [], weights);
    if (value <= bestValue) continue;
    best = sentence;
    bestValue = value;
  }
  return shorten(best.trim());
}

function worthOf(words: readonly string[], weights: ReadonlyMap<string, number>): number {
  let value = 0;
  for (const term of new Set(words.flatMap(analyse))) value += weights.get(term) ?? 0;
  return value;
}

/** Words that may have one of these stems, by their beginnings: analysing every word of every hit would cost more than the search. */
function likelyWords(stems: Iterable<string>): RegExp {
  const beginnings = [...stems].map((stem) => (stem.length > 3 ? stem.slice(0, -1) : stem));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${beginnings.join('|')})[\\p{L}\\p{N}]*`, 'giu');
}

function shorten(sentence: string): string {
  if (sentence.length <= longestSnippet) return sentence;
  return `${sentence.slice(0, sentence.lastIndexOf(' ', longestSnippet) + 1 || longestSnippet).trimEnd()} …`;
}
