/** A text without what a copy may lose: markup, and kinds of white space, of quotation marks and of dashes. */
export interface FoldedText {
  text: string;
  /** The index in the source of the character at an index of `text`. */
  sourceIndex(index: number): number;
}

export interface FoldedWord {
  /** In lower case. */
  word: string;
  /** Its first character in the folded text, and the one after its last. */
  start: number;
  end: number;
}

/**
 * The changes that folding makes, by group: markup without words (notes and citations, tags, link targets, heading ids,
 * marks at the start of a line, single signs), white space with the lines of tables, dashes, quotation marks, an
 * ellipsis. The one space between two words is not matched: it would stay what it is, and matching it takes most of the
 * time.
 */
const changed = new RegExp(
  [
    /(\[\^[^\]\n]*\]:?|\[@[^\]\n]*\]|<(?!https?:)[/!a-zA-Z][^>\n]*>|\]\([^)\n]*\)|\]\[[^\]\n]*\]|\{#[^}\n]*\}|(?<=^|\n)[ \t]*(?:#{1,6} |(?:> ?)+|[-*+] |\d+[.)] )|!(?=\[)|[*_`~#$\\{}^[\]<>\u00ad\u200b-\u200d\ufeff])/
      .source,
    /((?!(?<=[a-zA-Z0-9,.]) [a-zA-Z0-9])(?:[\s|]+|(?<=(?:^|[\n|]) *):?-{3,}:?(?= *(?:[\n|]|$)))+)/.source,
    /([-\u2010-\u2015\u2212]+)/.source,
    /([‘’‚‛′`])/.source,
    /([«»“”„‟″])/.source,
    /(…)/.source,
  ].join('|'),
  'g',
);
/** The replacement of each group, in the order of the expression. */
const folds = ['', ' ', '-', "'", '"', '...'];
const word = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]|[\p{L}\p{N}\p{M}]+/gu;

export function foldText(source: string): FoldedText {
  /** First index of each piece in the folded text and in the source. */
  const pieces: { folded: number; source: number }[] = [];
  let text = '';
  let copied = 0;
  const copyTo = (end: number) => {
    if (end === copied) return;
    pieces.push({ folded: text.length, source: copied });
    text += source.slice(copied, end);
  };
  for (const match of source.matchAll(changed)) {
    copyTo(match.index);
    copied = match.index + match[0].length;
    const fold = folds[match.indexOf(match[0], 1) - 1] ?? '';
    // Markup between two words, at the start of a line, leaves one space and not two.
    if (fold === '' || (fold === ' ' && text.endsWith(' '))) continue;
    pieces.push({ folded: text.length, source: match.index });
    text += fold;
  }
  copyTo(source.length);
  return {
    text,
    sourceIndex(index) {
      const piece = pieces[findPiece(pieces, index)];
      return piece ? piece.source + index - piece.folded : 0;
    },
  };
}

/** The last piece that begins at an index or before it. */
function findPiece(pieces: readonly { folded: number }[], index: number): number {
  let [low, high] = [0, pieces.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.folded ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The words of a folded text, numbers among them; of a script without spaces every character is one. */
export function listFoldedWords(folded: string): FoldedWord[] {
  return [...folded.matchAll(word)].map(({ 0: found, index }) => ({
    word: found.toLowerCase(),
    start: index,
    end: index + found.length,
  }));
}
