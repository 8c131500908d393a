import { expect, it } from 'vitest';
import { listPreloadedFaces } from './preloaded-faces.ts';

const list = (html: string, typeFaces = {}) =>
  listPreloadedFaces(html, { typeFaces }).map((url) => /([\w-]+)[^/]*$/.exec(url)?.[1]);
const common = ['newsreader-display', 'newsreader', 'inter'];

it.each([
  ['<p>Plain <em>and</em> <code>code</code></p>', []],
  ['<p>Zürich</p>', ['newsreader-more']],
  ['<math></math>', ['stix-two-math']],
])('preloads the faces that %s needs', (html, more) => {
  expect(list(html)).toEqual([...common, ...more]);
});

it('preloads the faces of the publication instead of those they replace', () => {
  const serif = { family: 'Acme', file: '/fonts/acme.woff2' };
  expect(list('Zürich', { serif })).toEqual(['acme', 'inter']);
  expect(list('', { serif: { family: 'Georgia' } })).toEqual(['inter']);
});
