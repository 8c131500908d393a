import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { publication } from '../../site.config.ts';
import { type Compiled, compileLibrary } from '../content/compile.ts';
import type { Highlighter } from '../content/highlight.ts';
import { writeLibraryText } from '../content/library-text.ts';
import { buildReference } from '../contract/reference.ts';
import { createUrls } from '../core/urls.ts';
import { buildIndexParts } from '../search/build.ts';
import { createFieldReader } from '../search/entries.ts';
import { buildFiles } from '../server/build-files.ts';
import type { Config } from '../server/config.ts';
import { searchableArticle, searchableDocument, searchableSold } from './searchable.ts';

export interface ContentBuildOptions {
  contentDir: string;
  config: Pick<Config, 'BASE_URL' | 'KEY_PREFIX'>;
  /** Epoch milliseconds: decides what is in the future. */
  now: number;
  /** For authors' eyes: drafts and scheduled articles as if they were out. */
  showsUnpublished: boolean;
  highlighter?: Highlighter;
}

export interface ContentBuild extends Compiled {
  /** Articles that readers cannot see yet, by slug: `null` for a draft, otherwise epoch milliseconds of its release. */
  unpublished: ReadonlyMap<string, number | null>;
}

/** What a page may ask for: Markdown for `<!-- generated: NAME -->`, and values for `{name}`. */
export function pageParts(config: ContentBuildOptions['config']) {
  return {
    generated: buildReference(publication.deprecations),
    values: {
      base_url: config.BASE_URL,
      auth_url: createUrls(config.BASE_URL).auth,
      key_prefix: config.KEY_PREFIX,
      site_name: publication.name,
    },
  };
}

/** Compiles content with everything this publication and this deployment say about it. */
export async function compileContent(options: ContentBuildOptions): Promise<ContentBuild> {
  const { contentDir, config, now, showsUnpublished, highlighter } = options;
  const compiled = await compileLibrary({
    contentDir,
    baseUrl: config.BASE_URL,
    now,
    publication,
    rules: publication.rules,
    ...pageParts(config),
    includeDrafts: showsUnpublished,
    ...(highlighter ? { highlighter } : {}),
  });
  return showsUnpublished ? releaseAll(compiled) : { ...compiled, unpublished: new Map() };
}

function releaseAll({ library, figures, drafts, problems }: Compiled): ContentBuild {
  const articles = library?.public.articles ?? [];
  const scheduled = articles.flatMap(({ slug, releaseAt }) => (releaseAt === null ? [] : [[slug, releaseAt] as const]));
  return {
    problems,
    drafts,
    ...(library && {
      library: {
        ...library,
        public: { ...library.public, articles: articles.map((article) => ({ ...article, releaseAt: null })) },
      },
    }),
    figures: figures.map((figure) => ({ ...figure, releaseAt: null })),
    unpublished: new Map<string, number | null>([...scheduled, ...drafts.map((slug) => [slug, null] as const)]),
  };
}

/** Writes libraries, search indexes and figures. What is written replaces the old folder in one rename. */
export async function writeBuild(
  folder: string,
  { library, figures }: Required<Pick<Compiled, 'library' | 'figures'>>,
): Promise<void> {
  const sold = new Map(library.sold.articles.map((article) => [article.slug, article]));
  const reader = createFieldReader();
  // One after the other: with ten thousand articles each of them takes a hundred megabytes.
  const files = {
    [buildFiles.library]: () => writeLibraryText(library.public),
    [buildFiles.soldLibrary]: () => writeLibraryText(library.sold),
    [buildFiles.openIndex]: () => buildIndexParts(library.public.articles.map(searchableArticle), reader),
    [buildFiles.soldIndex]: () =>
      buildIndexParts(
        library.public.articles.map((article) => searchableSold(article, sold.get(article.slug))),
        reader,
      ),
    [buildFiles.docsIndex]: () => buildIndexParts(library.public.pages.map(searchableDocument)),
    [buildFiles.figures]: () => JSON.stringify(figures.map(({ source: _, ...figure }) => figure)),
  };
  await replaceFolder(folder, async (next) => {
    for (const [name, make] of Object.entries(files)) await writeFile(join(next, name), make());
    for (const { source, url, access } of figures) {
      const target = join(next, 'figures', access, url);
      await mkdir(dirname(target), { recursive: true });
      await cp(source, target);
    }
  });
}

async function replaceFolder(folder: string, fill: (next: string) => Promise<void>): Promise<void> {
  const next = `${folder}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  await fill(next);
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
}
