import type { GlossaryTerm, Question } from '../library/library.ts';
import { checkName } from './checks/front-matter-checks.ts';
import { checkGlossary } from './checks/glossary-checks.ts';
import { loadQuestions } from './checks/questions.ts';
import type { ContentFile } from './load/content-folder.ts';
import { parseFrontMatter } from './load/front-matter-parser.ts';
import { libraryConditions } from './load/library-facts.ts';
import { expandPlaceholders, type PagePlaceholders } from './load/page-placeholders.ts';
import { positionAt } from './load/problems.ts';
import { createReport, type Report } from './load/rules.ts';
import { PageFrontMatter } from './load/schema.ts';
import { readSource } from './load/source-file.ts';
import { pickRight, validateYaml } from './load/validate.ts';
import type { LoadContext } from './load-article.ts';
import { type PreparedDocument, prepareDocument } from './prepare.ts';

export interface LoadedPage extends PreparedDocument {
  name: string;
  /** The language of a page of the software; null for a page of the publication. */
  language: string | null;
  meta: PageFrontMatter;
  /** False when generated parts are missing from it. */
  isComplete: boolean;
  /** Terms that the page named `glossary` explains; empty for every other page. */
  glossary: GlossaryTerm[];
  questions: Question[];
}

/** Reads one page, puts its generated parts in and applies every rule that needs only it. */
export async function loadPage(
  source: ContentFile,
  context: LoadContext & { filling: PagePlaceholders },
): Promise<LoadedPage | undefined> {
  const { text, failures } = readSource(source);
  const front = parseFrontMatter(text);
  const report = createReport({ file: source.file, text, settings: context.settings, problems: context.problems });
  for (const { at, message } of failures) report('encoding', at, message);
  checkName(source.name, report);
  for (const { at, message } of front.failures) report('front-matter', at, message);
  const read = validateYaml(PageFrontMatter, front, {
    rule: 'front-matter',
    keyRule: 'front-matter-key',
    report,
  });
  const least = { title: source.name, description: 'Its description cannot be read.' };
  const meta = read ?? PageFrontMatter.parse({ ...least, ...pickRight(PageFrontMatter.shape, front.data).data });

  const { filling } = context;
  const filled = expandPlaceholders(front.body, filling);
  const reportBody: Report = (rule, at, message) => report(rule, front.bodyStart + filled.toOriginal(at), message);
  for (const { kind, name, at } of filled.unknown) {
    const known = kind === 'part' ? Object.keys(filling.parts ?? {}) : [...libraryConditions, 'page-NAME'];
    const message =
      kind === 'part' ? `The build makes no part ${name}; it makes` : `No page can ask for ${name}, but for`;
    report('generated-known', front.bodyStart + at, `${message} ${known.join(', ') || 'none'}`);
  }
  const prepared = await prepareDocument({
    owner: { folder: 'pages', name: source.name },
    markdown: filled.markdown,
    report: reportBody,
    positionOf: (at) => positionAt(text, front.bodyStart + filled.toOriginal(at)),
    finder: context.finder,
    hasMath: false,
    hasAllAnchors: filled.isComplete,
    bibliography: { parsed: undefined, isNamed: false },
    artifacts: [],
    language: context.language,
    memo: context.memo,
  });
  if (!prepared) return undefined;
  const glossary = checkGlossary(prepared.document.terms, reportBody);
  const fillLine = (line: string) => expandPlaceholders(line, filling).markdown;
  const questions = loadQuestions(meta, { headings: prepared.document.headings, find: front.find, report });
  const named = { ...meta, title: fillLine(meta.title), description: fillLine(meta.description) };
  return {
    ...prepared,
    name: source.name,
    language: source.language ?? null,
    meta: named,
    isComplete: filled.isComplete,
    glossary,
    questions: questions.map(({ text, sectionId }) => ({ text: fillLine(text), sectionId })),
  };
}

/** The filled Markdown of a page without its front matter, for a page that takes its place and shows it inside. */
export function readPageText(source: ContentFile, filling: PagePlaceholders): string {
  return expandPlaceholders(parseFrontMatter(readSource(source).text).body, filling).markdown;
}
