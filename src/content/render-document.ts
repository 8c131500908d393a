import type { Token } from 'marked';
import { contentDigest } from '../library/digest.ts';
import type { FigureData } from '../library/figure-data.ts';
import { type ArticleBody, cutSpan, type OutlineEntry, type Section } from '../library/library.ts';
import { escapeHtml } from '../library/markup.ts';
import type { Memo } from '../library/part-cache.ts';
import type { MarkdownDocument } from './checks/markdown-source.ts';
import type { CitationStyle } from './markdown/citation-text.ts';
import { type Heading, nameHeading } from './markdown/headings.ts';
import { type Highlighter, plainHighlighter } from './markdown/highlight.ts';
import { isNode } from './markdown/markdown-tokens.ts';
import { countSectionWords, splitSections, sumWords } from './markdown/sections.ts';
import type { PreparedDocument } from './prepare.ts';
import { readCode } from './render/code-block.ts';
import { type PublicMarkdown, toPreviewMarkdown, toPublicMarkdown } from './render/published-markdown.ts';
import { type Rendered, renderTokens } from './render/render-tokens.ts';
import { markPositions } from './render/source-positions.ts';

export interface BuildContext {
  baseUrl: string;
  publication: string;
  /** BCP 47 tag of the language whose quotes, dashes and labels the text uses. */
  language: string;
  citations: CitationStyle;
  highlighter: Highlighter;
  memo: Memo;
  /** Marks each part of the HTML with its position in the file, for the author's preview. */
  showsPlaces?: boolean | undefined;
}

export interface RenderedPart {
  body: ArticleBody;
  sections: Section[];
  /** The works that it cites. */
  references: readonly string[];
  words: number;
  /** Words of each section. */
  wordsOfSections: [id: string | null, words: number][];
}

export interface RenderedDocument {
  whole: RenderedPart;
  /** The public half of a paid article; null where all of it is public. */
  preview: RenderedPart | null;
  outline: OutlineEntry[];
}

interface Rendering {
  document: MarkdownDocument;
  context: BuildContext;
  highlighter: Pick<Highlighter, 'highlight'>;
}

/**
 * Renders a document, unless an earlier build did. A paid one is rendered twice, from different tokens: the public half
 * never sees the tokens after the marker, so no paid word can be in it.
 */
export function renderDocument(
  { document, languages }: PreparedDocument,
  { context, isPaid }: { context: BuildContext; isPaid: boolean },
): Promise<RenderedDocument> {
  const { baseUrl, language, citations, showsPlaces = false, memo } = context;
  const place = showsPlaces ? document.positionOf(0) : null;
  return memo.value(['document', document.digest, baseUrl, language, citations, isPaid, place], async () => {
    const highlighter = await highlightCode({ document, languages }, context);
    const about = { document, context, highlighter };
    const whole = renderPart(document.tokens, { ...about, publish: toPublicMarkdown });
    const preview = isPaid ? renderPreview(about) : null;
    return { whole, preview, outline: buildOutline(document, { words: new Map(whole.wordsOfSections), isPaid }) };
  });
}

/** Colours the code of a document, unless an earlier build did: a changed sentence then loads no grammar. */
async function highlightCode(
  { document, languages }: Pick<PreparedDocument, 'document' | 'languages'>,
  { highlighter, memo }: BuildContext,
): Promise<Pick<Highlighter, 'highlight'>> {
  const blocks = document.placed.flatMap(({ node }) => (node.type === 'code' ? [readCode(node)] : []));
  if (blocks.length === 0) return plainHighlighter;
  const coloured = await memo.value(['code', blocks], async () => {
    await highlighter.load(languages);
    return blocks.map(({ code, language }) => highlighter.highlight(code, language));
  });
  const nameBlock = (code: string, language: string) => `${language}\n${code}`;
  const known = new Map(blocks.map(({ code, language }, at) => [nameBlock(code, language), coloured[at]]));
  return { highlight: (code, language) => known.get(nameBlock(code, language)) ?? escapeHtml(code) };
}

/** The headings of a whole document, with the words up to the next heading of any level. */
function buildOutline(
  document: MarkdownDocument,
  options: { words: ReadonlyMap<string | null, number>; isPaid: boolean },
): OutlineEntry[] {
  const { marker, headings } = document;
  const isFree = ({ at }: Heading) => !options.isPaid || (marker !== undefined && at < marker.at);
  return headings
    .filter(({ isTopLevel }) => isTopLevel)
    .map((heading) => ({
      depth: Math.max(heading.depth, 2),
      title: nameHeading(heading),
      id: heading.id,
      words: options.words.get(heading.id) ?? 0,
      isFree: isFree(heading),
    }));
}

/** An article without a marker has an empty preview: an author who forgot the marker must not publish the paid text. */
function renderPreview(about: Rendering): RenderedPart {
  const { document } = about;
  if (!document.marker) {
    return {
      body: { markdown: '', html: '', spans: [] },
      sections: [],
      references: [],
      words: 0,
      wordsOfSections: [],
    };
  }
  return renderPart(document.tokens.slice(0, document.marker.index), { ...about, publish: toPreviewMarkdown });
}

/**
 * Some top-level tokens of a document: their HTML, the Markdown that is served for them, their plain text and its
 * words.
 * @param options.publish what of the source is served: of the whole, or of the preview alone
 */
function renderPart(
  tokens: readonly Token[],
  options: Rendering & {
    publish: (document: MarkdownDocument, rendered: Rendered, context: BuildContext) => PublicMarkdown;
  },
): RenderedPart {
  const { document, context, highlighter, publish } = options;
  const { language, citations } = context;
  const mark = context.showsPlaces ? markPositions(document) : undefined;
  const rendered = renderTokens(tokens, { document, highlighter, language, citations, mark });
  const sections = splitSections(tokens, { ...document, language });
  const counts = countSectionWords(sections);
  const { markdown, sections: places } = publish(document, rendered, context);
  const spans = places.map((place) => ({ ...place, digest: contentDigest(cutSpan(markdown, place)) }));
  const charts = listCharts(tokens, document);
  return {
    body: { markdown, html: rendered.html, spans, ...(charts.length > 0 && { charts }) },
    sections,
    references: rendered.cited.flatMap((key) => document.bibliography?.format(key).text ?? []),
    words: sumWords(sections, counts),
    wordsOfSections: sections.map(({ id }, index) => [id, counts[index] ?? 0]),
  };
}

/** The numbers of the charts among some top-level tokens, without their pictures. */
function listCharts(tokens: readonly Token[], { charts }: MarkdownDocument): FigureData[] {
  return tokens.flatMap((token) => {
    const chart = isNode(token) ? charts.get(token) : undefined;
    if (!chart) return [];
    const { svgs: _, legend: __, formats: ___, ...data } = chart;
    return [data];
  });
}
