export type Typesetter = ReturnType<typeof createTypesetter>;

const opens = /[\s\p{Ps}\p{Pi}—–/]$/u;

/** Opening and closing marks around a quotation and around one inside it. */
interface Quotes {
  outer: readonly [open: string, close: string];
  inner: readonly [open: string, close: string];
}

const english: Quotes = { outer: ['“', '”'], inner: ['‘', '’'] };
const german: Quotes = { outer: ['„', '“'], inner: ['‚', '‘'] };
const apostrophe = '’';
/** A space that would leave a number at the end of a line and its unit on the next. */
const beforeUnit = /(?<=\d) (?=[%‰€]|(?:km\/s|[kcmµ]?m|[mµ]?s|min|k?g|[kMG]?Hz|[kKMGT]i?B|px)(?![\p{L}\d]))/gu;

function findQuotes(language: string): Quotes | undefined {
  if (/^en\b/i.test(language)) return english;
  // The Swiss write guillemets, so their text stays as it was typed.
  return /^de\b(?!-(?:CH|LI)\b)/i.test(language) ? german : undefined;
}

/**
 * Habits of English and German; text in any other language stays as it was typed. The last character of one piece of a
 * sentence decides about the next: emphasis and links cut sentences into pieces.
 */
export function createTypesetter(language: string) {
  const quotes = findQuotes(language);
  let before = ' ';
  return {
    /** Typographic quotes, apostrophes, dashes and ellipses, and units on the line of their number. */
    set(text: string): string {
      if (!quotes || text === '') return text;
      const set = /['"\-.\d]/.test(text) ? setText(text, { before, quotes }) : text;
      before = set.at(-1) ?? before;
      return set;
    },
    /** A formula, code or a picture has passed: the next piece does not begin a sentence. */
    skip(): void {
      before = 'x';
    },
    /** A new paragraph, heading or cell. */
    restart(): void {
      before = ' ';
    },
  };
}

/** One piece by itself, such as a title. In it a hyphen between spaces is not a minus. */
export function setTitle(text: string, language: string): string {
  return createTypesetter(language).set(findQuotes(language) ? text.replaceAll(' - ', ' – ') : text);
}

function setText(text: string, { before, quotes }: { before: string; quotes: Quotes }): string {
  const dashed = dashes(text);
  let set = before;
  let from = 0;
  for (const { 0: mark, index } of dashed.matchAll(/['"]/g)) {
    set += dashed.slice(from, index);
    set += setQuote(mark, { set, rest: dashed.slice(index, index + 5), quotes });
    from = index + 1;
  }
  set += dashed.slice(from);
  return set.slice(before.length);
}

/**
 * Spaces before units, and dashes. Two hyphens only between numbers or words with spaces around them: elsewhere they
 * may be an option of a command.
 */
function dashes(text: string): string {
  return text
    .replaceAll(beforeUnit, '\u00A0')
    .replaceAll(/(?<=\S)---(?=\S)|(?<=\s)---(?=\s)/g, '—')
    .replaceAll(/(?<=\d)--(?=\d)|(?<=\s)--(?=\s)/g, '–')
    .replaceAll(/(?<!\.)\.\.\.(?!\.)/g, '…');
}

function setQuote(mark: string, place: { set: string; rest: string; quotes: Quotes }): string {
  const { set, rest, quotes } = place;
  const isOpening = opens.test(set.slice(-2));
  if (mark === '"') return quotes.outer[isOpening ? 0 : 1];
  // '90s: the apostrophe is for what is left out.
  if (isOpening) return /^'\d0s\b/.test(rest) ? apostrophe : quotes.inner[0];
  // Inside a word, or after one without a quotation that it could end, it is an apostrophe.
  const isOpen = set.lastIndexOf(quotes.inner[0]) > set.lastIndexOf(quotes.inner[1]);
  return isOpen && !/^'\p{L}/u.test(rest) ? quotes.inner[1] : apostrophe;
}
