import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldText, listFoldedWords } from './folded-text.ts';
import { createQuoteIndex, listRuns, openQuoteIndex } from './quote-index.ts';

const words = (text: string) => listFoldedWords(foldText(text).text);
const sentences = Array.from(
  { length: 300 },
  (_, number) => `Entry ${number} counts ${number * 7} lamps on its shelf.`,
);

function indexTexts(articles: readonly (readonly string[])[]) {
  const bytes = Buffer.concat(
    createQuoteIndex(() => articles.map(([present = '', ...earlier]) => listRuns(present, earlier))),
  );
  return openQuoteIndex([(start, length) => bytes.subarray(start, start + length)]);
}

it('finds the article of a quote first, in any of its versions', () => {
  const index = indexTexts(sentences.map((text, number) => [text, `Formerly, number ${number} was something else.`]));
  expect(index.find(words('counts 1400 lamps on its shelf'))[0]).toBe(200);
  expect(index.find(words('Formerly, number 17 was'))[0]).toBe(17);
});

it('finds nothing for words that no text has, nor in an empty library', () => {
  expect(indexTexts(sentences.map((text) => [text])).find(words('wholly invented words that stand nowhere'))).toEqual(
    [],
  );
  expect(indexTexts([]).find(words('any four words here'))).toEqual([]);
});

it('finds the same in several files as in one', () => {
  const build = (texts: readonly string[]) => {
    const bytes = Buffer.concat(createQuoteIndex(() => texts.map((text) => listRuns(text))));
    return (start: number, length: number) => bytes.subarray(start, start + length);
  };
  // A run in several articles, and runs of one.
  const texts = sentences.map((text, number) => `${text} The keeper of hall ${number % 7} agrees.`);
  const whole = openQuoteIndex([build(texts)]);
  const ends = fc.uniqueArray(fc.integer({ min: 0, max: texts.length }), { maxLength: 6 });
  const quote = fc.tuple(fc.nat(texts.length - 1), fc.nat(1), fc.integer({ min: 6, max: 14 }));
  fc.assert(
    fc.property(ends, quote, (ends, [number, from, length]) => {
      const bounds = [0, ...ends.toSorted((one, other) => one - other), texts.length];
      const files = bounds.slice(1).map((end, at) => build(texts.slice(bounds[at], end)));
      const quoted = words(texts[number] ?? '').slice(from, from + length);
      // Another one may be among the first, by chance.
      expect(openQuoteIndex(files).find(quoted)).toContain(number);
      expect(whole.find(quoted)).toContain(number);
    }),
    { numRuns: 200 },
  );
});

it('finds no quote of another text in an article that is the only one of its file', () => {
  const long = Array.from({ length: 1_000 }, (_, number) => `word${number}`).join(' ');
  const bytes = Buffer.concat(createQuoteIndex(() => [listRuns(long)]));
  const index = openQuoteIndex([(start, length) => bytes.subarray(start, start + length)]);
  const quotes = Array.from(
    { length: 200 },
    (_, number) => `Quote ${number} is of another text that no file of this index has.`,
  );
  const found = quotes.filter((quote) => index.find(words(quote)).length > 0);
  expect(found.length).toBeLessThan(30);
  expect(index.find(words('word100 word101 word102 word103 word104'))).toEqual([0]);
});

it('says nothing of a run that very many articles have, in however many files they are', () => {
  const common = 'These words are everywhere in this library.';
  const texts = Array.from({ length: 2_001 }, () => common);
  const files = [texts.slice(0, 900), texts.slice(900)].map((some) => {
    const bytes = Buffer.concat(createQuoteIndex(() => some.map((text) => listRuns(text))));
    return (start: number, length: number) => bytes.subarray(start, start + length);
  });
  expect(openQuoteIndex(files.slice(0, 1)).find(words(common))).toHaveLength(5);
  expect(openQuoteIndex(files).find(words(common))).toEqual([]);
});

it('lists every run of every version, though it reads of an earlier one only what is different', () => {
  const word = fc.constantFrom('lamp', 'count', 'table', '*red*', '[a link](/b)', '4', '北京');
  const paragraph = fc.array(word, { minLength: 0, maxLength: 5 }).map((words) => words.join(' '));
  const text = fc.array(paragraph, { maxLength: 6 }).map((paragraphs) => paragraphs.join('\n\n'));
  const cut = fc.tuple(text, fc.nat(60), fc.nat(60), paragraph);
  fc.assert(
    fc.property(cut, ([present, from, length, inserted]) => {
      const earlier = present.slice(0, from) + inserted + present.slice(from + length);
      const both = new Set([...listRuns(present), ...listRuns(earlier)]);
      expect(new Set(listRuns(present, [earlier]))).toEqual(both);
    }),
    { numRuns: 2_000 },
  );
});

it('folds any text so that each character of the result is one of the source', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (source) => {
      const { text, sourceIndex } = foldText(source);
      for (let index = 0; index < text.length; index += 1) {
        const at = sourceIndex(index);
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThan(source.length + 3);
        if (/[\p{L}\p{N}]/u.test(text[index] ?? '')) expect(source[at]).toBe(text[index]);
      }
    }),
  );
});
