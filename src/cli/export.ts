import './plain-errors.ts';

import { buildOneArticle, readOneArticle } from '../build/one-article.ts';
import { toCrossref } from '../content/exports/crossref.ts';
import type { ExportContext } from '../content/exports/export-context.ts';
import { toJats } from '../content/exports/jats.ts';
import type { LoadedArticle } from '../content/load-article.ts';
import { createUrls } from '../contract/urls.ts';
import { readBaseUrl } from '../library/base-url.ts';
import { publication } from '../library/current-publication.ts';
import { contentFolder } from '../library/read-publication.ts';
import { type CommandContext, CommandUsage, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run -s export -- SLUG --to crossref|jats [--base-url URL] [--content FOLDER]

Writes one article to standard output: the deposit that registers its DOI with Crossref, or the whole of it as JATS XML.
`;

/**
 * @returns the exit code: 0 when it was written, 1 when the article or its DOI does not exist, 2 for invalid arguments.
 */
export async function runExport(args: readonly string[], { print, now }: CommandContext): Promise<number> {
  const options = readOptions(args);
  const { slug, format, content, baseUrl } = options;
  const { loaded, missing } = await readOneArticle({ contentDir: content, slug, now });
  if (!loaded) return exitWith(print, { text: missing, code: 1 });
  const exported = await describe(loaded, baseUrl);
  if (format === 'crossref' && !loaded.meta.doi) {
    const text = `${slug} has no doi in its front matter, and Crossref registers nothing else.\n`;
    return exitWith(print, { text, code: 1 });
  }
  const isWhole = format === 'jats';
  const batch = { batch: `${slug}-${now}`, timestamp: now };
  const text = isWhole ? toJats(exported, loaded.document) : toCrossref(exported, batch);
  return exitWith(print, { text, code: 0 });
}

async function describe(loaded: LoadedArticle, baseUrl: string): Promise<ExportContext> {
  const { name, language, citations, publisher } = publication;
  const { article } = await buildOneArticle(loaded, baseUrl);
  return {
    article,
    url: createUrls(baseUrl).article(article.slug),
    publication: { name, language, citations, publisher: publisher.name, email: publisher.email },
    authors: loaded.authors,
  };
}

function readOptions(args: readonly string[]) {
  const called = parseCommand(args, {
    usage,
    options: {
      to: { type: 'string' },
      content: { type: 'string', default: contentFolder(process.env) },
      'base-url': { type: 'string', default: readBaseUrl({ BASE_URL: process.env.BASE_URL }) },
    },
    most: 1,
    missing: 'No article is named',
  });
  const [slug = ''] = called.positionals;
  const { to: format, content, 'base-url': baseUrl } = called.values;
  if (format !== 'crossref' && format !== 'jats')
    throw new CommandUsage(usage, `--to is ${format ?? 'missing'}; it is crossref or jats`);
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new CommandUsage(usage, `--base-url is '${baseUrl}'; it begins with https:// or http://`);
  return { slug, format, content, baseUrl: baseUrl.replace(/\/$/, '') } as const;
}

if (import.meta.main) await runCommand(runExport);
