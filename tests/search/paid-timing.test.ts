import { expect, it } from 'vitest';
import { anonymous } from '../../src/core/access/caller.ts';
import { answerQuestion, chooseIndex, openArticleSearch } from '../../src/core/question-answering.ts';
import type { Services } from '../../src/core/services.ts';
import { buildIndex } from '../../src/search/build.ts';
import type { Searchable } from '../../src/search/engine.ts';
import { openIndex } from '../../src/search/flexsearch-engine.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import { createTestServices } from '../support/services.ts';

const questions = 300;
/** Of chance alone one run in a million is above. */
const maxDeviation = 5;

const base = createTestServices({ store: createMemoryStore(() => 0) });
const visible = base.catalogue.list().map(({ slug, title, description }): Searchable => {
  const sections = [{ id: null, heading: '', text: `${title}. ${description}` }];
  return { slug, title, description, tags: [], authors: [], questions: [], sections };
});

/** Services whose paid texts have 300 sentences with a word, or none. */
function sell(word: string | undefined): Services {
  const text = Array.from({ length: 300 }, (_, at) => `The ${word ?? 'walrus'} ledger balances lantern ${at}.`).join(
    ' ',
  );
  const paid = visible.map((article) => ({
    ...article,
    sections: [...article.sections, { id: 'paid', heading: '', text }],
  }));
  const [open, whole] = [visible, paid].map((views) => openArticleSearch(openIndex(buildIndex(views)), base.catalogue));
  if (!open || !whole) throw new Error('There are two indexes.');
  return { ...base, search: { ...base.search, open, paid: whole } };
}

async function ask(services: Services, text: string, index: 'open' | 'paid'): Promise<{ ms: number; found: number }> {
  const question = { text, previous: [], limit: 10, offset: 0, minScore: 0 };
  const start = process.hrtime.bigint();
  const { passages } = await answerQuestion(services, question, index);
  return { ms: Number(process.hrtime.bigint() - start) / 1e6, found: passages.length };
}

/** By how many standard deviations the first of two is more often the slower one than chance makes it. */
async function compareTimes(
  services: readonly [Services, Services],
  word: string,
  index: 'open' | 'paid',
): Promise<number> {
  let slower = 0;
  for (let at = 0; at < questions; at += 1) {
    const text = `${word} ${at}`;
    // Each is asked first in half of the pairs: the second finds warm caches of the processor.
    const order = at % 2 === 0 ? [0, 1] : [1, 0];
    const times = [0, 0];
    for (const which of order) times[which] = (await ask(services[which === 0 ? 0 : 1], text, index)).ms;
    if ((times[0] ?? 0) > (times[1] ?? 0)) slower += 1;
  }
  return (slower - questions / 2) / Math.sqrt(questions / 4);
}

it('takes a caller without a right as long to search whether a word is in paid text or not', async () => {
  const word = 'quatrefoil';
  const services = [sell(word), sell(undefined)] as const;
  expect(chooseIndex(anonymous)).toBe('open');
  for (const index of ['open', 'paid'] as const) await compareTimes(services, word, index);
  expect((await ask(services[0], word, 'open')).found).toBe(0);
  expect(Math.abs(await compareTimes(services, word, 'open'))).toBeLessThan(maxDeviation);
  // Of a caller with a right the times do tell, or the comparison would prove nothing.
  expect((await ask(services[0], word, 'paid')).found).toBeGreaterThan(0);
  expect(Math.abs(await compareTimes(services, word, 'paid'))).toBeGreaterThan(maxDeviation);
});
