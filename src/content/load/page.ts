import { checkName } from '../checks/front-matter.ts';
import { checkGlossary } from '../checks/glossary.ts';
import { createReport, type Report } from '../checks/rules.ts';
import type { GlossaryTerm } from '../library/library.ts';
import { readGlossary } from '../markdown/glossary.ts';
import type { LoadContext } from './article.ts';
import type { ContentFile } from './content-folder.ts';
import { parseFrontMatter } from './front-matter.ts';
import { fillGeneratedParts } from './pages.ts';
import { type Prepared, prepareDocument } from './prepare.ts';
import { PageFrontMatter } from './schema.ts';
import { readSource } from './source.ts';
import { validateYaml } from './validate.ts';

export interface LoadedPage extends Prepared {
  name: string;
  meta: PageFrontMatter;
  /** False when generated parts are missing from it. */
  isComplete: boolean;
  /** What the page named `glossary` explains; empty for every other page. */
  glossary: GlossaryTerm[];
}

const glossaryPage = 'glossary';

/**
 * Reads one page, puts its generated parts in and applies every rule that needs only it.
 * @param context.generated Markdown by name; undefined in a check of the content alone.
 */
export async function loadPage(
  source: ContentFile,
  context: LoadContext & {
    generated: Readonly<Record<string, string>> | undefined;
    values: Readonly<Record<string, string>> | undefined;
  },
): Promise<LoadedPage | undefined> {
  const { text, failures } = readSource(source);
  const report = createReport({ file: source.file, text, severities: context.severities, problems: context.problems });
  for (const { at, message } of failures) report('encoding', at, message);
  if (failures.length > 0 || !checkName(source.name, report)) return undefined;

  const front = parseFrontMatter(text);
  if (front.kind === 'failed') {
    for (const { at, message } of front.failures) report('front-matter', at, message);
    return undefined;
  }
  const meta = validateYaml(PageFrontMatter, front, {
    rule: 'front-matter',
    keyRule: 'front-matter-key',
    knownKeys: Object.keys(PageFrontMatter.shape),
    report,
  });
  if (!meta) return undefined;

  const filled = fillGeneratedParts(text.slice(front.bodyStart), context.generated, context.values);
  const reportBody: Report = (rule, at, message) => report(rule, front.bodyStart + filled.toOriginal(at), message);
  for (const { name, at } of filled.unknown) {
    const known = Object.keys(context.generated ?? {}).join(', ');
    report('generated-known', front.bodyStart + at, `The build makes no part ${name}; it makes ${known || 'none'}`);
  }
  const prepared = await prepareDocument({
    owner: { folder: 'pages', name: source.name },
    markdown: filled.markdown,
    report: reportBody,
    shelf: context.shelf,
    hasMath: false,
    hasAllAnchors: filled.isComplete,
    bibliography: { parsed: undefined, isNamed: false, report },
  });
  if (!prepared) return undefined;
  const { placed, headings } = prepared.document;
  const terms = source.name === glossaryPage ? readGlossary(placed, headings) : [];
  const glossary = checkGlossary(terms, reportBody);
  return { ...prepared, name: source.name, meta, isComplete: filled.isComplete, glossary };
}
