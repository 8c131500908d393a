import { expect, test } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { describeAuthor, readBylines } from './bylines.ts';

const author = { id: 'x', orcid: null, url: null, affiliation: null, about: null };

test('a person of one name stays a person, and an organisation of one word is one', () => {
  const { citation } = makeArticle({ slug: 'names' });
  const csl = { author: [{ family: 'Plato' }, { literal: 'IETF' }, { family: 'King', given: 'M. L.', suffix: 'Jr.' }] };
  const bylines = readBylines({
    authors: ['Plato', 'IETF', 'M. L. King, Jr.'].map((name) => ({ ...author, name })),
    citation: { ...citation, csl },
  });
  expect(bylines.map(({ inverted }) => inverted)).toEqual(['Plato,', 'IETF,', 'King, M. L., Jr.']);
  expect(bylines.map((byline) => describeAuthor(byline)['@type'])).toEqual(['Person', 'Organization', 'Person']);
});
