import type { Bibliography } from '../../src/content/citations/bibliography.ts';
import type { FigureFile, FigureFinder } from '../../src/content/load/figures.ts';
import { positionAt } from '../../src/content/load/problems.ts';
import { createHighlighter } from '../../src/content/markdown/highlight.ts';
import { type PreparedDocument, prepareDocument } from '../../src/content/prepare.ts';
import { type Rendered, renderTokens } from '../../src/content/render/render-tokens.ts';
import { withoutMemo } from '../../src/library/part-cache.ts';

export interface Found {
  rule: string;
  at: number;
  message: string;
}

const picture: FigureFile = {
  path: 'articles/sample/p.png',
  mimeType: 'image/png',
  width: 4,
  height: 3,
  bytes: 100,
  danger: undefined,
};

/** A finder with one picture, `p.png`. */
const finder: FigureFinder = {
  find: async (href) => (href === 'p.png' ? picture : undefined),
  listOwn: () => [],
  readText: async () => undefined,
  listFor: () => [],
};

/** One for all tests: opening Shiki is slow. */
const highlighter = createHighlighter();

/** Reads one body as an article would be, without front matter or bibliography. */
export async function prepareText(
  markdown: string,
  { bibliography, isNumbered = false }: { bibliography?: Bibliography; isNumbered?: boolean } = {},
): Promise<{ prepared: PreparedDocument | undefined; found: Found[] }> {
  const found: Found[] = [];
  const report = (rule: string, at: number, message: string) => void found.push({ rule, at, message });
  const prepared = await prepareDocument({
    owner: { folder: 'articles', name: 'sample' },
    markdown,
    report,
    positionOf: (at) => positionAt(markdown, at),
    finder,
    hasMath: true,
    isNumbered,
    hasAllAnchors: true,
    bibliography: { parsed: bibliography, isNamed: bibliography !== undefined },
    artifacts: [],
    language: 'en',
    memo: withoutMemo,
  });
  return { prepared, found };
}

/** Throws when the Markdown cannot be read at all. */
export async function renderText(markdown: string, language = 'en'): Promise<Rendered & { found: Found[] }> {
  const { prepared, found } = await prepareText(markdown);
  if (!prepared) throw new Error(found.map(({ message }) => message).join());
  await highlighter.load(prepared.languages);
  const { document } = prepared;
  return { ...renderTokens(document.tokens, { document, highlighter, language }), found };
}
