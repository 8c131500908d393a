/** Kinds of sentences in an entry: where its words come from and, within running text, whether it may be quoted. */
export const sentenceKinds = [
  'title',
  'heading',
  'question',
  'alias',
  'fact',
  'sentence',
  'fragment',
  'row',
  'caption',
  'code',
] as const;
export type SentenceKind = (typeof sentenceKinds)[number];

/**
 * A mark and a space, but not after the number of a list item, nor after three dots, an abbreviation or a quoted
 * sentence before a small letter; a line end; a mark that takes no space.
 */
const sentenceEnds =
  /(?<=[^\s\d][.!?]['")\]’”]?)\s+(?!\p{Ll}(?<=(?:[.!?]['")\]’”]|\.\.\.|\b\p{L}\.\p{L}\.|\b(?:al|ca|cf|etc|vs)\.)\s+.))|(?<=[。！？])|\n+/gu;
const endsWhole = /[.!?:…。！？]['")\]’”]?\s*$/u;
/** Between two cells of a table's row. */
export const cellBorder = ' | ';

/**
 * Before the words of a picture in plain text (U+FFFC OBJECT REPLACEMENT CHARACTER): they are searched and never
 * quoted.
 */
export const pictureMark = '\uFFFC';

/**
 * Before a code block in plain text, which is one line of it (U+FFFB, a mark that no text has): it is quoted whole,
 * after its introduction.
 */
export const codeMark = '\uFFFB';

export interface Sentence {
  kind: SentenceKind;
  /** The sentence with the space that follows it, so that all sentences together are the text. */
  text: string;
}

/**
 * Splits plain text; a line that ends like no sentence is a fragment (a list item, a caption), one with borders a
 * table's row.
 */
export function splitSentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  /** A picture has the rest of its line. */
  let isPicture = false;
  const add = (end: number) => {
    const sentence = readSentence(text.slice(start, end));
    isPicture ||= sentence.kind === 'caption';
    found.push(isPicture ? { ...sentence, kind: 'caption' } : sentence);
  };
  for (const { index, 0: gap } of text.matchAll(sentenceEnds)) {
    if (text.startsWith(codeMark, start) && !gap.includes('\n')) continue;
    const end = index + gap.length;
    if (end > start) add(end);
    if (gap.includes('\n')) isPicture = false;
    start = end;
  }
  if (start < text.length) add(text.length);
  return found;
}

function readSentence(text: string): Sentence {
  if (text.includes(pictureMark)) return { kind: 'caption', text };
  if (text.startsWith(codeMark)) return { kind: 'code', text };
  if (text.includes(cellBorder)) return { kind: 'row', text };
  return { kind: endsWhole.test(text) ? 'sentence' : 'fragment', text };
}
