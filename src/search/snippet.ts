import { analyse, fold } from './analyse.ts';

const longestSnippet = 300;
/** A mark and a space, but not after the number of a list item; a line end; a mark that takes no space. */
const sentenceEnds = /(?<=[^\s\d][.!?]['")\]’”]?)\s+|(?<=[。！？])|\n+/u;

/** Chooses the sentence of a text with the most valuable query words in it; the first one when none has any. */
export function createSnippets(weights: ReadonlyMap<string, number>): (text: string) => string {
  const likely = likelyWords(weights.keys());

  function worthOf(sentence: string): number {
    const words = fold(sentence).match(likely);
    if (words === null) return 0;
    let worth = 0;
    for (const term of new Set(words.flatMap(analyse))) worth += weights.get(term) ?? 0;
    return worth;
  }

  return (text) => {
    let best = '';
    let bestWorth = -1;
    for (const sentence of text.split(sentenceEnds)) {
      const worth = worthOf(sentence);
      if (worth <= bestWorth) continue;
      best = sentence;
      bestWorth = worth;
    }
    return shorten(best.trim());
  };
}

/** Words that may have one of these stems, by their beginnings: analysing every word of every hit would cost more than the search. */
function likelyWords(stems: Iterable<string>): RegExp {
  const beginnings = [...stems].map((stem) => {
    const beginning = stem.length > 3 ? stem.slice(0, -1) : stem;
    // \b knows where a word begins in ASCII only.
    return /^\w/.test(stem) ? `\\b${beginning}` : beginning;
  });
  return new RegExp(`(?:${beginnings.join('|')})[^\\s.,;:()]*`, 'g');
}

function shorten(sentence: string): string {
  if (sentence.length <= longestSnippet) return sentence;
  return `${sentence.slice(0, sentence.lastIndexOf(' ', longestSnippet) + 1 || longestSnippet).trimEnd()} …`;
}
