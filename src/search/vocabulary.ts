import { termsOf, wordsOf } from './analyse.ts';

/** Numbers terms in the order of their first sight; analyses each spelling of a word once. */
export function createVocabulary() {
  const terms: string[] = [];
  const numbers = new Map<string, number>();
  const numbersOfWord = new Map<string, readonly number[]>();

  return {
    terms,
    /** The numbers of a text's terms, in order and with repetitions. */
    read: (text: string): number[] => wordsOf(text).flatMap(readWord),
  };

  function readWord(word: string): readonly number[] {
    const known = numbersOfWord.get(word);
    if (known !== undefined) return known;
    const found = termsOf(word).map(numberOf);
    numbersOfWord.set(word, found);
    return found;
  }

  function numberOf(term: string): number {
    const known = numbers.get(term);
    if (known !== undefined) return known;
    const number = terms.push(term) - 1;
    numbers.set(term, number);
    return number;
  }
}
