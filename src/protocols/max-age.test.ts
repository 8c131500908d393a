import { expect, it } from 'vitest';
import { farFuture, makeLibrary } from '../../tests/support/library.ts';
import { testBase } from '../../tests/support/services.ts';
import { createCatalogue } from '../core/articles.ts';
import { capMaxAge } from './max-age.ts';

const { open } = makeLibrary(testBase);
const before = (leftMs: number) => ({ catalogue: createCatalogue(open, () => farFuture - leftMs) });

it.each([
  ['for as long as it says, when the next release is later', 60_000, 'public, max-age=60', 'public, max-age=60'],
  ['only until the next release', 12_999, 'public, max-age=60', 'public, max-age=12'],
  ['not at all in the last second before a release', 999, 'public, max-age=300', 'public, max-age=0'],
  ['unchanged, when no shared cache may store it', 5_000, 'private, no-store', 'private, no-store'],
])('a response may be stored %s', (_, leftMs, said, expected) => {
  expect(capMaxAge(before(leftMs), said)).toBe(expected);
});
