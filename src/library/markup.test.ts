import { expect, it } from 'vitest';
import { breakUrls, escapeHtml, escapeXml } from './markup.ts';

it('writes what could end a text or an attribute as a reference', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;');
  expect(escapeHtml('Zürich → 東京')).toBe('Zürich → 東京');
});

it('leaves out what XML forbids', () => {
  expect(escapeXml('a\u0000b\u000Bc\tд\u{1F989}\uFFFE<')).toBe('abc\tд\u{1F989}&lt;');
});

it('lets URLs and paths break after their slashes, and nothing else', () => {
  const broken = 'http://localhost:80/<wbr>api/<wbr>v1/<wbr>articles/<wbr>{slug}';
  expect(breakUrls('<b class="a">http://localhost:80/api/v1/articles/{slug}</b>')).toBe(`<b class="a">${broken}</b>`);
  expect(breakUrls('GET /api/v1/articles')).toBe('GET /api/<wbr>v1/<wbr>articles');
  for (const short of ['application/json', '/mcp', 'a/b', '<b>1/2</b>', '// a comment'])
    expect(breakUrls(short)).toBe(short);
});
