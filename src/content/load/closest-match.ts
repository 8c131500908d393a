import { codePoint, spellAsSeen } from './look-alikes.ts';

/** @returns the candidate most like `word`, if one is near enough to be what was meant. */
export function closestMatch(word: string, candidates: readonly string[]): string | undefined {
  const seen = spellAsSeen(word);
  const lookAlike = candidates.find((candidate) => candidate !== word && spellAsSeen(candidate) === seen);
  if (lookAlike) return lookAlike;
  const longer = candidates.find((candidate) => word.length > 2 && candidate.startsWith(word));
  if (longer) return longer;
  const allowed = allowEdits(word);
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) > allowed) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance <= allowed && (!best || distance < best.distance)) best = { candidate, distance };
  }
  return best?.candidate;
}

/** In how many letters a word may differ from the one that was meant: one of a short word. */
export function allowEdits(word: string): number {
  return Math.max(1, Math.floor(word.length * 0.4));
}

/**
 * Ends an "unknown word" message: `; did you mean X?`, or other advice.
 * @param about.mark is before the word where it is written
 */
export function didYouMean(
  word: string,
  known: Iterable<string>,
  about: { mark?: string; otherwise?: string | undefined } = {},
): string {
  const { mark = '', otherwise } = about;
  const closest = closestMatch(word, [...known]);
  if (closest) return `; did you mean ${mark}${closest}?${tellApart(word, closest)}`;
  return otherwise === undefined ? '' : `; ${otherwise}`;
}

/**
 * The first character in which two words differ, by code point where it may look the same: a Cyrillic or a combined
 * letter.
 */
function tellApart(word: string, other: string): string {
  const [mine, theirs] = [[...word], [...other]];
  const at = mine.findIndex((letter, index) => letter !== theirs[index]);
  const [found = '', meant = ''] = [mine[at], theirs[at]];
  if (!/[^\0-\x7f]/.test(found + meant)) return '';
  if (found === '' || meant === '') return ` One of the two has ${codePoint(found || meant)} at its end`;
  return ` Its character ${at + 1} is ${codePoint(found)} and not ${codePoint(meant)}`;
}

/** Levenshtein: single-character insertions, deletions and substitutions. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
