import { expect, test } from 'vitest';
import { prepareText } from '../../../tests/content/render-text.ts';
import { createHighlighter } from '../markdown/highlight.ts';
import { toPreviewMarkdown, toPublicMarkdown } from './published-markdown.ts';
import { renderTokens } from './render-tokens.ts';

const base = 'https://quire.example';
const place = { baseUrl: base, language: 'en' };

async function publish(markdown: string) {
  const { whole, preview } = await publishBoth(markdown);
  return { whole: whole.markdown, preview: preview.markdown };
}

async function publishBoth(markdown: string) {
  const { prepared } = await prepareText(markdown);
  if (!prepared) throw new Error('not Markdown');
  const { document } = prepared;
  const options = { document, highlighter: createHighlighter() };
  const shown = document.tokens.slice(0, document.marker?.index ?? 0);
  return {
    whole: toPublicMarkdown(document, renderTokens(document.tokens, options), place),
    preview: toPreviewMarkdown(document, renderTokens(shown, options), place),
  };
}

test('links to content and pictures work from anywhere, others stay as written', async () => {
  const markdown =
    '[a](other.md#x "t") [b](/pricing) [c](#here) [d](https://example.org) ![p](p.png)\n\n> [e][r]\n\n[r]: ../pages/why.md\n';
  expect((await publish(markdown)).whole).toBe(
    '[a](https://quire.example/articles/other#x "t") [b](https://quire.example/pricing) [c](#here) [d](https://example.org) ![p](https://quire.example/figures/sample/p.png)\n\n> [e][r]\n\n[r]: https://quire.example/why\n',
  );
});

test('the marker is in neither, and the preview ends before it', async () => {
  const { whole, preview } = await publish('Free.\n\n<!-- more -->\n\nSold.\n');
  expect(whole).toBe('Free.\n\n\n\nSold.\n');
  expect(preview).toBe('Free.\n');
});

test('the preview brings the definitions it needs and leaves those it does not', async () => {
  const { preview } = await publish(
    'Free[^a] [site][S].\n\n[^b]: Early but sold.\n\n[t]: https://t.example\n\n<!-- more -->\n\nSold[^b] [t].\n\n[^a]: Late but free, see [that](that.md).\n\n[s]: https://s.example\n',
  );
  expect(preview).toBe(
    'Free[^a] [site][S].\n\n[^a]: Late but free, see [that](https://quire.example/articles/that).\n[s]: https://s.example\n',
  );
});

test('an article without a marker has an empty preview', async () => {
  expect((await publish('All of it.\n')).preview).toBe('');
});

const cutOut = ({ markdown, sections }: Awaited<ReturnType<typeof publishBoth>>['whole']) =>
  Object.fromEntries(sections.map(({ id, start, end }) => [id, markdown.slice(start, end).trim()]));

test('a section reaches to the next heading of its level or above, wherever edits have moved it', async () => {
  const { whole } = await publishBoth(
    '\n\n[a](other.md)\n\n## One\n\n![p](p.png)\n\n### Under *one*\n\n```\n## Two\n```\n\n<!-- more -->\n\n## Two\n\nSold [b](other.md).\n\n> ## Quoted\n',
  );
  expect(cutOut(whole)).toEqual({
    one: '## One\n\n![p](https://quire.example/figures/sample/p.png)\n\n### Under *one*\n\n```\n## Two\n```',
    'under-one': '### Under *one*\n\n```\n## Two\n```',
    two: '## Two\n\nSold [b](https://quire.example/articles/other).\n\n> ## Quoted',
  });
});

test('the preview has the sections that are whole in it, and not the one that the marker cuts', async () => {
  const { preview } = await publishBoth(
    '## One\n\nFree.\n\n## Two\n\n### Within\n\nFree.\n\n### Cut\n\nFree.\n\n<!-- more -->\n\nSold.\n\n## Three\n\nSold.\n',
  );
  expect(cutOut(preview)).toEqual({ one: '## One\n\nFree.', within: '### Within\n\nFree.' });
  const atHeading = await publishBoth('## One\n\nFree.\n\n<!-- more -->\n\n## Two\n\nSold.\n');
  expect(cutOut(atHeading.preview)).toEqual({ one: '## One\n\nFree.' });
});
