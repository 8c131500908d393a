import { expect, it } from 'vitest';
import { escapeHtml, escapeXml } from './markup.ts';

it('writes what could end a text or an attribute as a reference', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;');
  expect(escapeHtml('Zürich → 東京')).toBe('Zürich → 東京');
});

it('leaves out what XML forbids', () => {
  expect(escapeXml('a\u0000b\u000Bc\tд\u{1F989}\uFFFE<')).toBe('abc\tд\u{1F989}&lt;');
});
