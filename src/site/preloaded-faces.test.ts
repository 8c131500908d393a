import { expect, it } from 'vitest';
import { listPreloadedFaces } from './preloaded-faces.ts';

const list = (html: string, typeFaces = {}) =>
  listPreloadedFaces(html, { typeFaces }).map((url) => /([\w-]+)[^/]*$/.exec(url)?.[1]);
const common = ['newsreader-display', 'newsreader', 'inter', 'jetbrains-mono'];

it.each([
  ['<p>Plain</p>', []],
  ['<p><em>Also</em></p>', ['newsreader-italic']],
  ['<embed>', []],
  ['<p>Zürich, Martínez</p>', []],
  ['<p>Façade</p>', ['newsreader-more']],
  ['<math></math>', ['stix-two-math']],
])('preloads the faces that %s needs', (html, more) => {
  expect(list(html)).toEqual([...common, ...more]);
});

it('preloads the faces of the publication instead of those they replace', () => {
  const serif = { family: 'Acme', file: '/fonts/acme.woff2' };
  expect(list('<em>Façade</em>', { serif })).toEqual(['acme', 'inter', 'jetbrains-mono']);
  expect(list('', { serif: { family: 'Georgia' } })).toEqual(['inter', 'jetbrains-mono']);
});
