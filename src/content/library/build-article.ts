import type { Token } from 'marked';
import { citeArticle } from '../citations/citation.ts';
import { digest } from '../digest.ts';
import type { LoadedArticle } from '../load/article.ts';
import type { MarkdownDocument } from '../load/document.ts';
import { defaultLicense, readLicense } from '../load/licenses.ts';
import type { Heading } from '../markdown/headings.ts';
import { countSectionWords, readingMinutes, splitSections, sumWords } from '../markdown/sections.ts';
import type { Highlighter } from '../render/highlight.ts';
import { type Published, publishPreview, publishWhole } from '../render/published-markdown.ts';
import { type Rendered, renderTokens } from '../render/render.ts';
import type {
  Body,
  OutlineEntry,
  PublicArticle,
  Revision,
  Section,
  SectionSpan,
  SoldArticle,
  WithSections,
} from './library.ts';

export interface BuildContext {
  baseUrl: string;
  publication: string;
  /** BCP 47: whose quotes and dashes the text is set with. */
  language: string;
  highlighter: Highlighter;
}

export interface BuiltArticle {
  article: WithSections<PublicArticle>;
  /** Only of a paid article. */
  sold: WithSections<SoldArticle> | undefined;
}

interface RenderedPart {
  body: Body;
  spans: SectionSpan[];
  sections: Section[];
  words: number;
  /** Of each section, by its id. */
  wordsBySection: ReadonlyMap<string | null, number>;
}

/**
 * One article of the library. A paid one is rendered twice, from different tokens: the public half never sees the
 * tokens after the marker, so no paid word can be in it.
 */
export function buildArticle(loaded: LoadedArticle, context: BuildContext & { revisions: Revision[] }): BuiltArticle {
  const { slug, meta, document, authors, releaseAt } = loaded;
  const isPaid = meta.tier === 'paid';
  const whole = renderPart(document.tokens, { document, context, publish: publishWhole });
  const shown = isPaid ? renderPreview(document, context) : whole;
  const version = meta.version ?? null;
  const retracted = meta.retracted ?? null;
  const { title, description, tier, date } = meta;
  const contentDigest = digest(whole.body.markdown);

  const article: WithSections<PublicArticle> = {
    id: meta.id ?? slug,
    slug,
    title,
    description,
    tier,
    date,
    updated: meta.updated ?? null,
    authors: authors.map(({ author }) => author),
    tags: meta.tags,
    questions: meta.questions,
    license: readLicense(meta.license ?? defaultLicense[tier]),
    version,
    corrections: meta.corrections,
    retracted,
    series: meta.series ?? null,
    doi: meta.doi ?? null,
    roles: meta.roles ?? {},
    releaseAt,
    words: whole.words,
    previewWords: shown.words,
    readingMinutes: readingMinutes(whole.words),
    outline: buildOutline(document, { ...whole, isPaid }),
    body: shown.body,
    spans: shown.spans,
    sections: shown.sections,
    contentDigest: isPaid ? null : contentDigest,
    citation: citeArticle({
      slug,
      title,
      description,
      authors,
      date,
      version,
      retracted,
      doi: meta.doi ?? null,
      url: `${context.baseUrl}/articles/${slug}`,
      publication: context.publication,
    }),
    revisions: context.revisions,
  };
  const sold = isPaid
    ? { slug, body: whole.body, spans: whole.spans, sections: whole.sections, contentDigest }
    : undefined;
  return { article, sold };
}

/** The headings of a whole document, with the words up to the next heading of any level. */
export function buildOutline(
  document: MarkdownDocument,
  options: { wordsBySection: ReadonlyMap<string | null, number>; isPaid: boolean },
): OutlineEntry[] {
  const { marker, headings } = document;
  const isFree = ({ at }: Heading) => !options.isPaid || (marker !== undefined && at < marker.at);
  return headings
    .filter(({ isTopLevel }) => isTopLevel)
    .map((heading) => ({
      depth: Math.max(heading.depth, 2),
      title: heading.title,
      id: heading.id,
      words: options.wordsBySection.get(heading.id) ?? 0,
      isFree: isFree(heading),
    }));
}

/** Without a marker nothing is shown: an author who forgot it must not give the article away. */
function renderPreview(document: MarkdownDocument, context: BuildContext): RenderedPart {
  if (!document.marker) {
    return { body: { markdown: '', html: '' }, spans: [], sections: [], words: 0, wordsBySection: new Map() };
  }
  return renderPart(document.tokens.slice(0, document.marker.index), { document, context, publish: publishPreview });
}

export function renderPart(
  tokens: readonly Token[],
  options: {
    document: MarkdownDocument;
    context: BuildContext;
    publish: (document: MarkdownDocument, rendered: Rendered, baseUrl: string) => Published;
  },
): RenderedPart {
  const { document, context, publish } = options;
  const rendered = renderTokens(tokens, { document, highlighter: context.highlighter, language: context.language });
  const sections = splitSections(tokens, document);
  const counts = countSectionWords(sections);
  const { markdown, sections: spans } = publish(document, rendered, context.baseUrl);
  return {
    body: { markdown, html: rendered.html },
    spans,
    sections,
    words: sumWords(sections, counts),
    wordsBySection: new Map(sections.map(({ id }, index) => [id, counts[index] ?? 0])),
  };
}
