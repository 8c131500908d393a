/** A run of words of a paragraph that stands in both texts, or in one of them. */
export interface Piece {
  text: string;
  is: 'same' | 'added' | 'removed';
}

/** One paragraph, heading, list or table of either text, as the pieces it is made of. */
export type Paragraph = readonly Piece[];

/** From this share of common words on, two paragraphs are one that was changed. */
const alike = 0.4;

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
  for (const { text, is } of align(splitParagraphs(before), splitParagraphs(after))) {
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
  let next = 0;
  for (const old of removed) {
    const words = splitWords(old);
    const found = added.findIndex((fresh, index) => index >= next && likeness(words, splitWords(fresh)) >= alike);
    if (found < 0) {
      paragraphs.push([{ text: old, is: 'removed' }]);
      continue;
    }
    paragraphs.push(...added.slice(next, found).map((text): Paragraph => [{ text, is: 'added' }]));
    paragraphs.push(join(align(words, splitWords(added[found] ?? ''))));
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

function join(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const { text, is } of pieces) {
    const last = joined.at(-1);
    if (last?.is === is) last.text += text;
    else joined.push({ text, is });
  }
  return joined;
}

/** A longest common subsequence of two lists, with what is only in one of them between. */
function align(a: readonly string[], b: readonly string[]): Piece[] {
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => longest[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: Piece[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [old, fresh] = [a[i], b[j]];
    if (old !== undefined && old === fresh) {
      pieces.push({ text: old, is: 'same' });
      i += 1;
      j += 1;
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      pieces.push({ text: old, is: 'removed' });
      i += 1;
    } else if (fresh !== undefined) {
      pieces.push({ text: fresh, is: 'added' });
      j += 1;
    }
  }
  return pieces;
}
