import './plain-errors.ts';

import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { ZodError, z } from 'zod';
import { starterText } from '../content/checks/starter-text-checks.ts';
import { toFullDate } from '../content/load/dates.ts';
import { formatProblems } from '../content/load/problems.ts';
import { Slug } from '../content/load/schema.ts';
import { explainAuthor, listAuthorIds, toSlug } from '../content/new-article.ts';
import { checkContent } from '../content/run-checks.ts';
import { createImportAssets, type ImportAssets } from '../import/import-assets.ts';
import type { Manuscript } from '../import/manuscript.ts';
import { readNotebook } from '../import/notebook.ts';
import { tidyNotebookText } from '../import/notebook-text.ts';
import { PandocError, pandocFormats, readByPandoc } from '../import/pandoc.ts';
import { publication } from '../library/current-publication.ts';
import { isMissing } from '../library/list-files.ts';
import { contentFolder } from '../library/read-publication.ts';
import { type CommandContext, CommandUsage, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run import -- FILE [--slug the-title] [--tier free|paid] [--author ID] [--content FOLDER]

Makes a draft of a Word (.docx), OpenDocument (.odt), LaTeX (.tex), Jupyter (.ipynb), Quarto (.qmd) or MyST (.md) file: its
Markdown, figures and bibliography, and a list of what could not be carried over. Never overwrites.
`;

const maxAbstractLength = 300;
const Tier = z.enum(['free', 'paid']);

/**
 * @returns the exit code: 0 when a draft was written, 1 when the file cannot be read or there is such an article, 2 for
 *   wrong arguments.
 */
export async function runImport(args: readonly string[], { print, now }: CommandContext): Promise<number> {
  const flags = readFlags(args);
  const { file, content, tier } = flags;
  const refuse = (text: string) => exitWith(print, { text, code: 2 });
  const ending = extname(file).toLowerCase();
  const format = pandocFormats[ending];
  if (!format && ending !== '.ipynb')
    return refuse(`"${basename(file)}" is of no kind that can be imported.\n\n${usage}`);
  const slug = flags.slug ?? toSlug(basename(file, extname(file)));
  if (!Slug.safeParse(slug).success) return refuse(`"${slug}" is not a slug: name one with --slug.\n`);
  const ids = await listAuthorIds(content);
  const author = flags.author ?? ids[0] ?? '';
  const mistake = explainAuthor(author, { contentDir: content, ids });
  if (mistake) return refuse(mistake);
  const target = join(content, 'articles', `${slug}.md`);
  if (existsSync(target)) {
    const text = `${target} is there already; it was left as it is. Name another with --slug.\n`;
    return exitWith(print, { text, code: 1 });
  }

  const assets = createImportAssets(slug);
  const read = readFile(file, { format, assets });
  if (typeof read === 'string') return exitWith(print, { text: `${file}: ${read}\n`, code: 1 });
  if (read.authors.length > 0)
    assets.warn(`Its authors, ${read.authors.join(', ')}: add them to authors.yaml and name their ids`);
  await writeDraft(target, read, { assets, tier, author, date: toFullDate(now) });
  return exitWith(print, { text: await describe(target, read, { assets, content, now }), code: 0 });
}

/** @returns a sentence when the file cannot be read */
function readFile(
  file: string,
  { format, assets }: { format: string | undefined; assets: ImportAssets },
): Manuscript | string {
  try {
    if (statSync(file).isDirectory()) return 'It is a folder; name a file in it.';
    if (format) return readByPandoc(file, format, assets);
    const read = readNotebook(readFileSync(file, 'utf8'), assets);
    return { ...read, markdown: tidyNotebookText(read.markdown, dirname(resolve(file)), assets) };
  } catch (error) {
    if (error instanceof PandocError) return error.message;
    if (error instanceof SyntaxError || error instanceof ZodError) return 'It is not a notebook of nbformat 4.';
    if (isMissing(error)) return 'There is no such file.';
    throw error;
  }
}

async function writeDraft(
  target: string,
  read: Manuscript,
  about: { assets: ImportAssets; tier: 'free' | 'paid'; author: string; date: string },
): Promise<void> {
  const { assets, tier, author, date } = about;
  const { slug, figures } = assets;
  const { facts } = read;
  const folder = dirname(target);
  const abstract = read.abstract.replaceAll(/\s+/g, ' ').trim();
  const front = stringify(
    {
      title: read.title?.slice(0, 200) ?? slug.replaceAll('-', ' '),
      description:
        (abstract.length > maxAbstractLength
          ? `${abstract.slice(0, maxAbstractLength - 3).replace(/\s\S*$/, '')}...`
          : abstract) || starterText.description,
      tier,
      date: facts.date ?? date,
      authors: [author],
      tags: facts.tags,
      ...(facts.license ? { license: facts.license } : {}),
      ...(facts.doi ? { doi: facts.doi } : {}),
      ...(read.bibliography === '' ? {} : { bibliography: `${slug}.bib` }),
      draft: true,
    },
    { lineWidth: 0 },
  );
  await mkdir(folder, { recursive: true });
  if (figures.size > 0) await mkdir(join(folder, slug), { recursive: true });
  for (const [name, bytes] of figures) await writeFile(join(folder, slug, name), bytes);
  if (read.bibliography !== '') await writeFile(join(folder, `${slug}.bib`), read.bibliography);
  await writeFile(target, `---\n${front}---\n\n${read.markdown.trim()}\n`, { flag: 'wx' });
}

async function describe(
  target: string,
  read: Manuscript,
  { assets, content, now }: { assets: ImportAssets; content: string; now: number },
): Promise<string> {
  const problems = await checkContent({ contentDir: content, now, rules: publication.rules });
  const own = problems.filter(({ file }) => file.includes(`/articles/${assets.slug}.`));
  const figures = `${assets.figures.size} figure${assets.figures.size === 1 ? '' : 's'}`;
  const parts = read.bibliography === '' ? figures : `${figures} and a bibliography`;
  const lines = [`Wrote ${target}, a draft, with ${parts}. See it with npm run dev.`];
  if (assets.left.length > 0) lines.push('', 'Not carried over:', ...assets.left.map((what) => `- ${what}`));
  if (own.length > 0) lines.push('', 'What the check says:', formatProblems(own, 'text'));
  return `${lines.join('\n')}\n`;
}

function readFlags(args: readonly string[]) {
  const called = parseCommand(args, {
    usage,
    options: {
      slug: { type: 'string' },
      tier: { type: 'string', default: 'free' },
      author: { type: 'string' },
      content: { type: 'string', default: contentFolder(process.env) },
    },
    most: 1,
    missing: 'No file is named',
  });
  const [file = ''] = called.positionals;
  const tier = Tier.safeParse(called.values.tier);
  if (!tier.success) throw new CommandUsage(usage, `--tier is ${called.values.tier}; it is free or paid`);
  return { ...called.values, file, tier: tier.data } as const;
}

if (import.meta.main) await runCommand(runImport);
