import { expect, test } from 'vitest';
import { prepareText, renderText } from '../../../tests/content/render-text.ts';
import { writeJatsBody } from '../exports/jats-body.ts';
import { createHighlighter } from '../markdown/highlight.ts';
import { splitSections } from '../markdown/sections.ts';
import { toPublicMarkdown } from './published-markdown.ts';
import { renderTokens } from './render-tokens.ts';

const sample = `By @thm:sum and @lem:small, as @sec:second-part says.

## First part

::: theorem The *sum* of $n$ {#thm:sum}
It is **small**.

::: proof
Add them.
:::
:::

### Below

::: lemma {#lem:small}
It is one.
:::

## Second part

::: theorem
Without a name.
:::

::: figure Two *ways*. {#fig:both}
![One](p.png "The first."){#fig:one}

![Two](p.png)
:::

@fig:both has @fig:one.
`;

async function readSample(isNumbered: boolean) {
  const { prepared, found } = await prepareText(sample, { isNumbered });
  if (!prepared) throw new Error('The sample cannot be read');
  const { document } = prepared;
  const rendered = renderTokens(document.tokens, { document, highlighter: createHighlighter() });
  const { markdown } = toPublicMarkdown(document, rendered, { baseUrl: 'https://x.test', language: 'en' });
  const { body } = writeJatsBody(document, { language: 'en', citations: 'numeric' });
  const sections = splitSections(document.tokens, { ...document, language: 'en' });
  return {
    html: rendered.html,
    markdown,
    body,
    text: sections.map(({ heading, text }) => `${heading}\n${text}`).join('\n'),
    found,
  };
}

test('theorems, their titles and proofs are shown with the number that references say', async () => {
  const { html, found } = await readSample(false);
  expect(found).toEqual([]);
  expect(html).toContain(
    '<p>By <a class="cross-reference" href="#thm:sum">Theorem\u00A01</a> and <a class="cross-reference" href="#lem:small">Lemma\u00A01</a>',
  );
  expect(html).toContain(
    '<div class="statement statement-theorem" id="thm:sum">\n<p class="statement-title"><strong>Theorem 1</strong> (The <em>sum</em> of <math',
  );
  expect(html).toContain(
    '<div class="statement statement-proof">\n<p class="statement-title"><strong>Proof.</strong></p>\n<p>Add them.</p>\n</div>\n</div>',
  );
  expect(html).toContain('<strong>Theorem 2.</strong>');
});

test('a figure of several pictures has one number, and each picture its letter', async () => {
  const { html } = await readSample(false);
  expect(html).toContain('<figcaption><strong>(a)</strong> The first.</figcaption></figure>');
  expect(html).toContain('<figcaption><strong>Figure 1.</strong> Two <em>ways</em>.</figcaption></figure>');
  expect(html).toContain(
    'href="#fig:both">Figure\u00A01</a> has <a class="cross-reference" href="#fig:one">Figure\u00A01a</a>',
  );
});

test('sections are numbered where the article says so, and called by their title where not', async () => {
  const plain = await readSample(false);
  expect(plain.html).toContain('href="#second-part">Section\u00A0Second part</a>');
  expect(plain.html).not.toContain('section-number');
  const { html } = await readSample(true);
  expect(html).toContain('href="#second-part">Section\u00A02</a>');
  expect(html).toContain(
    '<h2 id="second-part"><a class="heading-link" href="#second-part"><span class="section-number">2</span> Second part</a></h2>',
  );
  expect(html).toContain('<span class="section-number">1.1</span> Below');
});

test('the Markdown that is served says names and numbers in words', async () => {
  const { markdown } = await readSample(true);
  expect(markdown).toContain(
    'By Theorem\u00A01 and Lemma\u00A01, as Section\u00A02 says.\n\n## 1 First part\n\n**Theorem 1** (The *sum* of $n$).\n\nIt is **small**.\n\n**Proof**.\n\nAdd them.',
  );
  expect(markdown).toContain('### 1.1 Below\n\n**Lemma 1**.\n\nIt is one.');
  expect(markdown).toContain('**Figure 1.** Two *ways*. {#fig:both}\n\n![One](');
  expect(markdown).not.toContain(':::');
});

test('JATS has statements, section labels and groups of figures', async () => {
  const { body } = await readSample(true);
  expect(body).toContain('<xref rid="thm-sum">Theorem\u00A01</xref>');
  expect(body).toContain(
    '<statement content-type="theorem" id="thm-sum"><label>Theorem 1</label><title>The <italic>sum</italic> of ',
  );
  expect(body).toContain(
    '<statement content-type="proof"><label>Proof</label><p>Add them.</p></statement></statement>',
  );
  expect(body).toContain('<sec id="second-part"><label>2</label><title>Second part</title>');
  expect(body).toContain(
    '<fig-group id="fig-both"><label>Figure 1</label><caption><p>Two <italic>ways</italic>.</p></caption><fig id="fig-one">',
  );
});

test('plain text says the same numbers', async () => {
  const { text } = await readSample(true);
  expect(text).toContain('By Theorem\u00A01 and Lemma\u00A01, as Section\u00A02 says.');
  expect(text).toContain('1 First part\nTheorem 1 The sum of n\nIt is small.\nProof\nAdd them.');
  expect(text).toContain('Figure 1 Two ways.');
});

test('a preview numbers what it shows, and calls a theorem in the paid part by its name', async () => {
  const { prepared } = await prepareText(
    'As @thm:late shows.\n\n<!-- more -->\n\n::: theorem {#thm:late}\nSold.\n:::\n',
  );
  if (!prepared) throw new Error('The sample cannot be read');
  const { document } = prepared;
  const shown = document.tokens.slice(0, document.marker?.index);
  expect(renderTokens(shown, { document, highlighter: createHighlighter() }).html).toBe(
    '<p>As Theorem late shows.</p>\n',
  );
});

test.each([
  ['a theorem that nothing closes', '::: theorem\nWords.\n', /Nothing closes ::: theorem/],
  ['colons that close nothing', 'Words.\n\n:::\n', /close nothing/],
  ['words in a figure', '::: figure Two.\n![a](p.png)\n\nWords.\n\n![b](p.png)\n:::\n', /Nothing but pictures/],
  ['a figure of one picture', '::: figure One.\n![a](p.png)\n:::\n', /two or more/],
  ['a label of another kind', '::: theorem {#lem:a}\nWords.\n:::\n', /does not fit here/],
  ['a proof with a label', '::: proof {#prf:a}\nWords.\n:::\n', /does not fit here/],
  ['a label that is given twice', '::: lemma {#lem:a}\nA.\n:::\n\n::: lemma {#lem:a}\nB.\n:::\n', /given already/],
  ['a theorem that is not there', 'By @thm:none.\n', /labelled \{#thm:none\}/],
  ['the end of a preview in a theorem', '::: theorem\nA.\n\n<!-- more -->\n\nB.\n:::\n', /put it between blocks/],
])('%s is reported', async (_, body, message) => {
  const { found } = await renderText(body);
  expect(found.map((each) => each.message).join('\n')).toMatch(message);
});
