import { expect, it } from 'vitest';
import { buildIndex } from './build.ts';
import { openIndex } from './flexsearch-engine.ts';

it('does not rank a document that is only a title above one that says it too', () => {
  const flat = (slug: string, title: string, text: string) => ({
    slug,
    title,
    description: '',
    tags: [],
    authors: [],
    questions: [],
    sections: [{ id: null, heading: '', text }],
  });
  const some = openIndex(
    buildIndex([
      flat('only-title', 'Sorting by machine', ''),
      flat('whole', 'Sorting by machine', 'Machine sorting of long lists: a machine that sorts cards by merging.'),
      ...Array.from({ length: 8 }, (_, at) => flat(`other-${at}`, 'Growing roses', 'Roses want sun and some water.')),
    ]),
  );
  const found = some.search({ text: 'sorting machine', limit: 2, minScore: 0, isVisible: () => true });
  expect(found.map(({ slug }) => slug)).toEqual(['whole', 'only-title']);
});
