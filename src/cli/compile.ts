import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publication } from '../../site.config.ts';
import { compileLibrary } from '../content/compile.ts';
import { writeLibraryText } from '../content/library-text.ts';
import { formatProblems } from '../content/problems.ts';
import { buildReference } from '../contract/reference.ts';
import { createUrls } from '../core/urls.ts';
import { buildIndex } from '../search/build.ts';
import { buildFiles, buildFolder } from '../server/build-files.ts';
import { readConfig } from '../server/config.ts';
import { searchableArticle, searchableDocument, searchableSold } from './searchable.ts';

/**
 * `npm run build`, first half: content/ to build/. All problems of all files are printed; with an error nothing is
 * written, and the build before stays whole. What is written replaces the old folder in one rename.
 */
async function compile(): Promise<void> {
  const config = readConfig(process.env);
  const { problems, library, figures } = await compileLibrary({
    contentDir: process.env.CONTENT_DIR ?? 'content',
    baseUrl: config.BASE_URL,
    now: Date.now(),
    generated: buildReference(publication.deprecations),
    publication,
    rules: publication.rules,
    values: {
      base_url: config.BASE_URL,
      auth_url: createUrls(config.BASE_URL).auth,
      key_prefix: config.KEY_PREFIX,
      site_name: publication.name,
    },
  });
  if (problems.length > 0) process.stderr.write(`${formatProblems(problems, 'text')}\n`);
  if (!library) {
    process.exitCode = 1;
    return;
  }

  const sold = new Map(library.sold.articles.map((article) => [article.slug, article]));
  const files = {
    [buildFiles.library]: writeLibraryText(library.public),
    [buildFiles.soldLibrary]: writeLibraryText(library.sold),
    [buildFiles.openIndex]: buildIndex(library.public.articles.map(searchableArticle)),
    [buildFiles.soldIndex]: buildIndex(
      library.public.articles.map((article) => searchableSold(article, sold.get(article.slug))),
    ),
    [buildFiles.docsIndex]: buildIndex(library.public.pages.map(searchableDocument)),
    [buildFiles.figures]: JSON.stringify(figures.map(({ source: _, ...figure }) => figure)),
  };
  await replaceFolder(buildFolder(process.env), async (folder) => {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    for (const { source, url, access } of figures) {
      const target = join(folder, 'figures', access, url);
      await mkdir(dirname(target), { recursive: true });
      await cp(source, target);
    }
  });
  process.stdout.write(
    `Compiled ${library.public.articles.length} articles and ${library.public.pages.length} pages for ${config.BASE_URL}.\n`,
  );
}

async function replaceFolder(folder: string, fill: (next: string) => Promise<void>): Promise<void> {
  const next = `${folder}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await fill(next);
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
}

await compile();
