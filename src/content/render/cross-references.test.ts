import { expect, test } from 'vitest';
import { prepareText, renderText } from '../../../tests/content/render-text.ts';
import { createHighlighter } from '../markdown/highlight.ts';
import { renderTokens } from './render-tokens.ts';

const table = '| a |\n|---|\n| 1 |\n';

test('a reference says the number of what it names, whichever comes first', async () => {
  const { html } = await renderText(
    `See @fig:two, @tbl:speed and (@eq:e).\n\n![x](p.png "First")\n\n![x](p.png "Second"){#fig:two}\n\nTable: Speed. {#tbl:speed}\n\n${table}\n$$\nE\n$$ {#eq:e}\n`,
  );
  expect(html).toContain('<a class="cross-reference" href="#fig:two">Figure\u00A02</a>');
  expect(html).toContain('<a class="cross-reference" href="#tbl:speed">Table\u00A01</a>');
  expect(html).toContain('(<a class="cross-reference" href="#eq:e">Equation\u00A01</a>)');
  expect(html).toContain('<figure id="fig:two">');
  expect(html).toContain(
    '<figure class="table-figure" id="tbl:speed"><figcaption><strong>Table 1.</strong> Speed.</figcaption>',
  );
  expect(html).toMatch(/<div class="equation" id="eq:e">.*<span class="equation-number">\(1\)<\/span><\/div>/s);
});

test('a preview refers to the paid part by name, not by number', async () => {
  const render = async (paid: string) => {
    const { prepared } = await prepareText(`As @fig:late-one shows.\n\n<!-- more -->\n\n${paid}`);
    if (!prepared) throw new Error('The sample cannot be read');
    const { document } = prepared;
    const shown = document.tokens.slice(0, document.marker?.index);
    return renderTokens(shown, { document, highlighter: createHighlighter() }).html;
  };
  const first = await render('![x](p.png "Sold"){#fig:late-one}\n');
  expect(first).toBe('<p>As Figure late one shows.</p>\n');
  expect(await render('![x](p.png "More")\n\n![x](p.png "Sold"){#fig:late-one}\n')).toBe(first);
  expect(await render('Nothing.\n')).toBe(first);
});

test('a heading that ends with a label keeps its URL when it is renamed', async () => {
  expect((await renderText('## Costs {#price}\n')).html).toContain(
    '<h2 id="price"><a class="heading-link" href="#price">Costs</a></h2>',
  );
});

test('braces without a label stay text', async () => {
  expect((await renderText('Write {#each items} here, {#if} there.\n')).html).toBe(
    '<p>Write {#each items} here, {#if} there.</p>\n',
  );
});

test.each([
  ['"It\'s" said', '“It’s” said'],
  ['the *"odd"* one', 'the <em>“odd”</em> one'],
  ['("so") and \'90s rock', '(“so”) and ’90s rock'],
  ['`code`\'s "quotes"', '<code>code</code>’s “quotes”'],
  ['1999--2001, yes -- no, a---b...', '1999–2001, yes – no, a—b…'],
  ['run x --flag', 'run x --flag'],
  [
    '`-x`, `-x POST`, `a-b`',
    '<code><span class="whole">-x</span></code>, <code><span class="whole">-x</span> POST</code>, <code>a-b</code>',
  ],
  ['`"as typed" -- x`', '<code>&quot;as typed&quot; -- x</code>'],
])('%s is set as %s', async (typed, set) => {
  expect((await renderText(`${typed}\n`)).html).toBe(`<p>${set}</p>\n`);
});
