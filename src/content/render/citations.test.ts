import { expect, test } from 'vitest';
import { prepareText } from '../../../tests/content/render-text.ts';
import { withoutMemo } from '../../library/part-cache.ts';
import { parseBibliography } from '../citations/bibliography.ts';
import { writeJatsBody } from '../exports/jats-body.ts';
import { createHighlighter } from '../markdown/highlight.ts';
import { toPublicMarkdown } from './published-markdown.ts';
import { renderTokens } from './render-tokens.ts';

const bib = `@book{zeta, author = {Zeta, Ann and Jo, Bo}, title = {Last}, year = {2001}, publisher = {P}}
@book{field, author = {Field, Roy and others}, title = {First}, year = {2000}, publisher = {P}, doi = {https://doi.org/10.1/x}}`;

async function write(markdown: string, citations: 'numeric' | 'author-year') {
  const bibliography = await parseBibliography(bib, { report: () => {}, memo: withoutMemo });
  const { prepared } = await prepareText(markdown, bibliography && { bibliography });
  if (!prepared) throw new Error('not Markdown');
  const { document } = prepared;
  const rendered = renderTokens(document.tokens, { document, highlighter: createHighlighter(), citations });
  const place = { baseUrl: 'https://quire.example', language: 'en', citations };
  return {
    html: rendered.html.replaceAll(/ (?:id|role|aria-label)="[^"]*"/g, ''),
    markdown: toPublicMarkdown(document, rendered, place).markdown,
    jats: writeJatsBody(document, place).body,
  };
}

const text = 'As @zeta [p. 3] and others [see @field; also -@zeta] say.\n';

test('a numeric citation has the number of its reference, in each form of an article', async () => {
  const { html, markdown, jats } = await write(text, 'numeric');
  expect(html).toContain(
    'As <span class="citation">Zeta &amp; Jo [<a href="#ref-1">1</a>, p. 3]</span> and others <span class="citation">[see <a href="#ref-2">2</a>; also <a href="#ref-1">1</a>]</span> say.',
  );
  expect(html).toMatch(/<ol>\n<li>Zeta.*\n<li>Field/);
  expect(markdown).toContain('As Zeta & Jo [1, p. 3] and others [see 2; also 1] say.');
  expect(markdown).toMatch(/\n1\. Zeta, A\..*\n2\. Field/);
  expect(jats).toContain('Zeta &amp; Jo [<xref ref-type="bibr" rid="ref-zeta">1</xref>, p. 3]');
});

test('by author and year, the list is in the order of the authors', async () => {
  const { html, markdown, jats } = await write(text, 'author-year');
  const said = 'As Zeta & Jo (2001, p. 3) and others (see Field et al., 2000; also 2001) say.';
  expect(html.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&')).toContain(said);
  expect(html).toMatch(/<ul>\n<li>Field.*\n<li>Zeta/);
  expect(markdown).toContain(said);
  expect(markdown).toMatch(/\n- Field, R\., et al\. \(2000\).* https:\/\/doi\.org\/10\.1\/x\n- Zeta/);
  expect(jats).toContain('(see <xref ref-type="bibr" rid="ref-field">Field et al., 2000</xref>');
});
