import type { Searchable } from '../../../src/search/engine.ts';

const vocabularySize = 60_000;
const topics = 300;
const functionWords = 'the of and in to a is that for with as by on are from at was be which this'.split(' ');
const syllables = ['ba', 'ke', 'lo', 'mu', 'ni', 'pa', 're', 'so', 'tu', 'vi', 'za', 'dor', 'fen', 'gal', 'hin', 'jup'];

/** A repeatable stream of numbers from 0 to below 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function wordOf(number: number): string {
  let word = '';
  for (let rest = number + 256; rest > 0; rest = Math.floor(rest / 16)) word += syllables[rest % 16];
  return word;
}

/** Two words in five are function words, as in English; the others follow Zipf's law, half of them within the topic. */
function drawWord(random: () => number, topic: number): string {
  if (random() < 0.4) return functionWords[Math.floor(random() * functionWords.length)] ?? 'the';
  const rank = Math.floor(vocabularySize ** random()) - 1;
  return wordOf(random() < 0.5 ? rank : (rank * 97 + topic * 7_919) % vocabularySize);
}

/** Articles of 1,000 words in five sections; the same ones for the same count. */
export function createArticles(count: number): Searchable[] {
  const random = createRandom(7);
  return Array.from({ length: count }, (_, number) => {
    const topic = number % topics;
    const draw = (words: number) => Array.from({ length: words }, () => drawWord(random, topic)).join(' ');
    return {
      slug: `article-${number}`,
      title: draw(8),
      description: draw(20),
      tags: [draw(1)],
      authors: [`Author ${number % 500}`],
      questions: [],
      sections: Array.from({ length: 5 }, (_, section) => ({
        id: `section-${section}`,
        heading: draw(3),
        text: Array.from({ length: 10 }, () => `${draw(20)}.`).join(' '),
      })),
    };
  });
}

/** Questions of 4 to 10 words on the same topics. */
export function createQuestions(count: number): string[] {
  const random = createRandom(11);
  return Array.from({ length: count }, () => {
    const topic = Math.floor(random() * topics);
    const length = 4 + Math.floor(random() * 7);
    return Array.from({ length }, () => drawWord(random, topic)).join(' ');
  });
}
