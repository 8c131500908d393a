import { diffArrays } from 'diff';
import type { DiffChunk, Paragraph } from '../../library/library.ts';

/** From this share of common words on, two paragraphs are one that was changed. */
const minLikeness = 0.4;

/** Comparing takes time with the square of the differences: 4,000 take about a second. Past them the two texts are shown one after the other. */
const maxDifferences = 4_000;

/**
 * What changed between two texts: paragraph by paragraph, and inside of one that was changed word by word.
 * @returns the paragraphs of both, in order. The pieces that are not removed, put together, are the later text; those
 * that are not added are the earlier one.
 */
export function compareTexts(before: string, after: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const settle = () => {
    paragraphs.push(...pair(removed, added));
    removed = [];
    added = [];
  };
  const [earlier, later] = [splitParagraphs(before), splitParagraphs(after)];
  for (const { text, is } of align(earlier, later) ?? replace(earlier, later)) {
    if (is === 'removed') removed.push(text);
    else if (is === 'added') added.push(text);
    else {
      settle();
      paragraphs.push([{ text, is }]);
    }
  }
  settle();
  return paragraphs;
}

function splitParagraphs(text: string): string[] {
  return text.trim().split(/\n(?:[ \t]*\n)+/);
}

/** Each paragraph that went beside the first one that came and is like it; the others stand alone. */
function pair(removed: readonly string[], added: readonly string[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const addedWords = added.map(splitWords);
  let next = 0;
  for (const old of removed) {
    const words = splitWords(old);
    const found = addedWords.findIndex((fresh, index) => index >= next && likeness(words, fresh) >= minLikeness);
    const changed = found < 0 ? undefined : align(words, addedWords[found] ?? []);
    if (!changed) {
      paragraphs.push([{ text: old, is: 'removed' }]);
      continue;
    }
    paragraphs.push(...added.slice(next, found).map((text): Paragraph => [{ text, is: 'added' }]));
    paragraphs.push(join(changed));
    next = found + 1;
  }
  return [...paragraphs, ...added.slice(next).map((text): Paragraph => [{ text, is: 'added' }])];
}

/** Words with the space behind them, so that they make up the text again. */
function splitWords(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}

function likeness(a: readonly string[], b: readonly string[]): number {
  const known = new Set(a);
  return (2 * b.filter((word) => known.has(word)).length) / Math.max(1, a.length + b.length);
}

function join(pieces: readonly DiffChunk[]): DiffChunk[] {
  const joined: DiffChunk[] = [];
  for (const { text, is } of pieces) {
    const last = joined.at(-1);
    if (last?.is === is) last.text += text;
    else joined.push({ text, is });
  }
  return joined;
}

/**
 * The longest common subsequence of two lists, with the entries of only one list between (Myers, in time of length by differences).
 * @returns undefined when more than `maxDifferences` entries differ
 */
function align(before: string[], after: string[]): DiffChunk[] | undefined {
  return diffArrays(before, after, { maxEditLength: maxDifferences })?.flatMap(({ value, added, removed }) => {
    const is = added ? 'added' : removed ? 'removed' : 'same';
    return value.map((text): DiffChunk => ({ text, is }));
  });
}

function replace(before: readonly string[], after: readonly string[]): DiffChunk[] {
  return [
    ...before.map((text): DiffChunk => ({ text, is: 'removed' })),
    ...after.map((text): DiffChunk => ({ text, is: 'added' })),
  ];
}
