import { expect, test } from 'vitest';
import { renderText } from '../../../tests/content/render-text.ts';

async function html(markdown: string): Promise<string> {
  return (await renderText(markdown)).html;
}

test('a heading links to itself and has an id of its own', async () => {
  expect(await html('## Résumé & *cost*\n\n## Résumé & *cost*\n')).toBe(
    '<h2 id="résumé--cost"><a class="heading-link" href="#r%C3%A9sum%C3%A9--cost">Résumé &amp; <em>cost</em></a></h2>\n' +
      '<h2 id="résumé--cost-1"><a class="heading-link" href="#r%C3%A9sum%C3%A9--cost-1">Résumé &amp; <em>cost</em></a></h2>\n',
  );
});

test('a heading never takes an id that footnotes or references use', async () => {
  expect(await html('## fn-1\n')).toContain('id="section-fn-1"');
});

test('text is escaped once', async () => {
  expect(await html('a < b && c > "d" &amp; &lt;e&gt; \\<f>\n')).toBe(
    '<p>a &lt; b &amp;&amp; c &gt; “d” &amp; &lt;e&gt; &lt;f&gt;</p>\n',
  );
});

test('allowed raw HTML passes and its text is still escaped', async () => {
  expect(await html('Press <kbd>a < b</kbd>, H<SUB>2</SUB>O\n')).toBe(
    '<p>Press <kbd>a &lt; b</kbd>, H<sub>2</sub>O</p>\n',
  );
});

test('rejected raw HTML and URLs are rendered as text', async () => {
  expect(
    await html('<b onclick="x">y</b> [z](javascript&colon;alert) [w](java\tscript:alert) <javascript:alert>\n'),
  ).not.toMatch(/<b|href|onclick="/);
});

test('links between content files become paths of the site', async () => {
  expect(await html('[a](other.md#part) [b](../pages/why.md) [c](/pricing)\n')).toBe(
    '<p><a href="/articles/other#part">a</a> <a href="/why">b</a> <a href="/pricing">c</a></p>\n',
  );
});

test('a picture alone is a figure with its size and caption, in a line it is a picture', async () => {
  expect(await html('![Three < four](p.png "A caption")\n\nSee ![x](p.png).\n')).toBe(
    '<figure><a class="figure-zoom" href="/figures/sample/p.png"><img src="/figures/sample/p.png" alt="Three &lt; four" width="4" height="3" loading="lazy" decoding="async"></a><figcaption><strong>Figure 1.</strong> A caption</figcaption></figure>\n' +
      '<p>See <img src="/figures/sample/p.png" alt="x" width="4" height="3" loading="lazy" decoding="async">.</p>\n',
  );
});

test('a decorative picture has empty alternative text and no caption', async () => {
  const { html: figure, found } = await renderText('![](p.png "decorative")\n');
  expect(figure).toContain('alt="" width');
  expect(figure).not.toContain('figcaption');
  expect(found).toEqual([]);
});

test('a table scrolls in a focusable region, and an empty header is left out', async () => {
  const table = await html('| | n |\n|---|--:|\n| a | 1 |\n');
  expect(table).toContain('<section class="table-scroll" aria-label="Table 1" tabindex="0">');
  expect(table).toContain('<tr><td></td><th scope="col" class="align-right">n</th></tr>');
});

test('a cell that holds a sentence says so, so that its column is not pressed', async () => {
  const table = await html('| n | why |\n|--:|---|\n| 1 | because it would be a word a line |\n');
  expect(table).toContain('<td class="align-right">1</td><td class="sentence">because it');
});

test('a name in the code of a cell may break after its underscores, and in a paragraph it is whole', async () => {
  const table = await html('`not_found_here`\n\n| code |\n|---|\n| 404 `article_not_found`, `a_b` |\n');
  expect(table).toContain('<code>not_found_here</code>');
  expect(table).toContain('404 <code>article_<wbr>not_<wbr>found</code>, <code>a_b</code>');
});

test('a paragraph that begins with "Table: " is the caption of the table right after it, and of nothing else', async () => {
  const captioned = await html('Table: What *it* costs.\n\n| a |\n|---|\n| 1 |\n');
  expect(captioned).toContain(
    '<figure class="table-figure"><figcaption><strong>Table 1.</strong> What <em>it</em> costs.</figcaption><section class="table-scroll" aria-label="Table 1"',
  );
  expect(await html('Table: What it costs.\n\nA paragraph.\n')).toContain('<p>Table: What it costs.</p>');
});

test('pictures with captions are numbered in their order, those without are not', async () => {
  const figures = await html('![x](p.png "One")\n\n![x](p.png)\n\n![x](p.png "Two")\n');
  expect([...figures.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, name]) => name)).toEqual(['Figure 1.', 'Figure 2.']);
});

test('code is coloured by class and may have a title', async () => {
  const code = await html('```ts title="a.ts"\nconst a = "<b>";\n```\n');
  expect(code).toContain(
    '<figure class="code-figure"><figcaption>a.ts</figcaption><div class="code-block"><pre class="code" data-language="ts" tabindex="0">',
  );
  expect(code).toContain('<span class="tok-keyword">const </span>');
  expect(code).toContain('&quot;&lt;b&gt;&quot;');
  expect(code).not.toContain('style=');
});

test('footnotes are numbered by first mention and lead back to every mention', async () => {
  const { html: notes, footnotes } = await renderText(
    'A[^b] B[^a] C[^b].\n\n[^a]: First.\n[^b]: Second.\n\n    More.\n',
  );
  expect(footnotes).toEqual(['b', 'a']);
  expect(notes).toContain('<li id="fn-1"><p>Second.</p>\n<p>More. <a href="#fnref-1" role="doc-backlink"');
  expect(notes).toContain('href="#fnref-1-2"');
  expect(new Set(notes.match(/ id="[^"]+"/g)).size).toBe(notes.match(/ id="[^"]+"/g)?.length);
});

test('an alert is a note with its kind in words', async () => {
  expect(await html('> [!TIP]\n> Do *this*.\n')).toBe(
    '<div class="alert alert-tip" role="note"><p class="alert-title">Tip</p>\n<p>Do <em>this</em>.</p>\n</div>\n',
  );
});

test('lists keep their start, their looseness and their tasks', async () => {
  expect(await html('3. a\n4. b\n')).toBe('<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>\n');
  expect(await html('- a\n\n- b\n')).toContain('<li><p>a</p></li>');
  expect(await html('- [x] a\n')).toContain('aria-label="Done"');
});

test('labels of the parts of a text are in the language of the publication', async () => {
  const markdown = `> [!WARNING]
> Heiß.

Siehe @fig:a, @tbl:b und @eq:c.[^n] Wieder.[^n]

![x](p.png "Bild"){#fig:a}

Table: Werte. {#tbl:b}

| a |
|---|
| 1 |

$$
E
$$ {#eq:c}

- [x] fertig

[^n]: Notiz.
`;
  const { html: german } = await renderText(markdown, 'de-AT');
  for (const label of [
    'Warnung',
    'Abbildung\u00A01',
    'Tabelle\u00A01',
    'Gleichung\u00A01',
    'Abbildung 1.',
    'Tabelle 1.',
  ])
    expect(german).toContain(`>${label}<`);
  for (const name of ['Tabelle 1', 'Fußnoten', 'Fußnote 1', 'Zurück zur Textstelle 1', 'Erledigt'])
    expect(german).toContain(`aria-label="${name}"`);
  expect(german).not.toMatch(/Warning|Figure|Table|Equation|Footnote|Back to|Done/);
});
