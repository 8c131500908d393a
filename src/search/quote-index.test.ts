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
  const index = createQuoteIndex();
  for (const texts of articles) index.add(listRuns(texts));
  const bytes = index.build();
  return openQuoteIndex((start, length) => bytes.subarray(start, start + length));
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
