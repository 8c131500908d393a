import { sha256 } from '../library/digest.ts';
import type { Memo } from '../library/part-cache.ts';
import { checkAlerts } from './checks/alert-checks.ts';
import { checkCharts } from './checks/charts.ts';
import { checkCode } from './checks/code.ts';
import { checkCitations, checkFootnotes } from './checks/footnote-checks.ts';
import { checkFormulas } from './checks/formulas.ts';
import { checkHeadings } from './checks/heading-checks.ts';
import { checkLabels } from './checks/label-checks.ts';
import { type CheckedLinks, checkLinks } from './checks/link-checks.ts';
import type { MarkdownDocument } from './checks/markdown-source.ts';
import { checkPictures } from './checks/pictures.ts';
import { checkPreviewMarker, checkRawHtml } from './checks/raw-html-checks.ts';
import { checkTables } from './checks/tables.ts';
import { checkUnparsedMarkup } from './checks/unparsed-markup.ts';
import type { Bibliography } from './citations/bibliography.ts';
import type { LoadedArtifact } from './load/artifacts.ts';
import type { FigureFinder, FigureOwner } from './load/figures.ts';
import type { Report } from './load/rules.ts';
import { glossaryPage, readGlossary } from './markdown/glossary.ts';
import { findHeadings } from './markdown/headings.ts';
import { lexMarkdown } from './markdown/lexer.ts';
import { locateTokens } from './markdown/markdown-tokens.ts';

export interface PreparedDocument {
  document: MarkdownDocument;
  links: CheckedLinks;
  /** Keys of the works it cites. */
  cited: ReadonlySet<string>;
  /** Languages of its code blocks that can be highlighted. */
  languages: ReadonlySet<string>;
  /** Anchors of its headings and of the terms that it explains. */
  ids: ReadonlySet<string>;
}

export interface PrepareOptions {
  owner: FigureOwner;
  markdown: string;
  /** Takes places in `markdown`. */
  report: Report;
  /** Line and column in the file of a place in `markdown`. */
  positionOf: MarkdownDocument['positionOf'];
  finder: FigureFinder;
  hasMath: boolean;
  /** False when generated parts are missing, so that an anchor may be in one of them. */
  hasAllAnchors: boolean;
  bibliography: { parsed: Bibliography | undefined; isNamed: boolean };
  /** Files that charts may be made from, like those in the document's own folder. */
  artifacts: readonly LoadedArtifact[];
  language: string;
  memo: Memo;
  /** Are its sections numbered? */
  isNumbered?: boolean;
  /** It is an earlier text: only what rendering needs is found, and nothing is reported. */
  isEarlier?: boolean;
}

/**
 * Lexes a body, applies every rule that needs only this document, and gathers what rendering needs.
 * @returns undefined when the Markdown could not be lexed, which is reported.
 */
export async function prepareDocument(options: PrepareOptions): Promise<PreparedDocument | undefined> {
  const { owner, report, finder, bibliography } = options;
  const read = readTokens(options);
  if (!read) return undefined;
  const { placed, headings } = read;
  const isChecked = options.isEarlier !== true;
  if (isChecked) {
    checkHeadings(headings, report);
    checkRawHtml(placed, report);
    checkAlerts(placed, report);
    checkTables(placed, report);
    checkUnparsedMarkup(placed, { text: read.markdown, report });
  }
  const { parsed, isNamed } = bibliography;
  const cited = checkCitations(placed, { bibliography: parsed, hasBibliography: isNamed, report });
  const labels = checkLabels(placed, headings, report);
  const { charts, files } = await checkCharts(placed, options);
  const figures = await checkPictures(placed, { finder, owner, report, isUsed: files });
  const terms = owner.folder === 'pages' && owner.name === glossaryPage ? readGlossary(placed, headings) : [];
  const anchors = [...headings, ...terms].map(({ id }) => id);
  const ids = options.hasAllAnchors ? new Set([...anchors, ...labels]) : undefined;
  return {
    cited,
    links: isChecked ? checkLinks(placed, { folder: owner.folder, ids, report }) : { pending: [], external: [] },
    languages: checkCode(placed, report),
    ids: new Set(anchors),
    document: {
      ...read,
      terms,
      owner,
      positionOf: options.positionOf,
      figures,
      charts,
      drawn: [...charts.values()],
      bibliography: parsed,
      digest: digestDocument(options, [[...figures], [...charts.values()]]),
    },
  };
}

/** @param drawn what was found in other files: pictures, and charts with their data */
function digestDocument(options: PrepareOptions, drawn: readonly unknown[]): string {
  const { owner, markdown, hasMath, isNumbered = false, language, bibliography } = options;
  const works = bibliography.parsed?.digest ?? null;
  return sha256(JSON.stringify([owner, markdown, hasMath, isNumbered, language, works, drawn]));
}

type TokenOptions = Pick<PrepareOptions, 'markdown' | 'hasMath' | 'isNumbered' | 'bibliography' | 'report'>;

/**
 * Lexes a body, and finds what is in its tokens alone.
 * @returns undefined when it could not be lexed, which is reported
 */
export function readTokens(options: TokenOptions) {
  const { report, hasMath } = options;
  const lexed = lexAndPlace(options);
  return (
    lexed && {
      ...lexed,
      headings: findHeadings(lexed.placed, options),
      footnotes: checkFootnotes(lexed.placed, report),
      math: checkFormulas(lexed.placed, { hasMath, report }),
      marker: checkPreviewMarker(lexed.placed, report),
    }
  );
}

function lexAndPlace({ markdown, hasMath, bibliography, report }: TokenOptions) {
  try {
    const tokens = lexMarkdown(markdown, { hasMath, works: bibliography.parsed });
    // Not `markdown` itself: marked changes a space here and there, and what is published must be cut where tokens end.
    const text = tokens.map((token) => token.raw).join('');
    return { tokens, markdown: text, placed: locateTokens(tokens, text) };
  } catch (error) {
    // The lexer recurses; only running out of stack is the author's doing.
    if (!(error instanceof RangeError)) throw error;
    report('markdown-parses', 0, 'The Markdown is nested too deeply');
    return undefined;
  }
}
