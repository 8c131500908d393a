import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compareText } from '../checks/problems.ts';

export interface ContentFile {
  /** File name without ending. */
  name: string;
  path: string;
  /** As problems name it. */
  file: string;
}

export interface ContentFolder {
  articles: ContentFile[];
  pages: ContentFile[];
  /** Markdown that is where nothing reads it. */
  misplaced: ContentFile[];
  authors: ContentFile;
  plans: ContentFile;
}

/** Lists what there is to read, by name, so that every run reads in the same order. */
export async function listContent(contentDir: string): Promise<ContentFolder> {
  const shown = basename(contentDir);
  const at = (...parts: string[]): ContentFile => {
    const name = parts.at(-1) ?? '';
    return { name: name.replace(/\.\w+$/, ''), path: join(contentDir, ...parts), file: [shown, ...parts].join('/') };
  };
  const [articles, pages] = await Promise.all([listFolder(contentDir, 'articles'), listFolder(contentDir, 'pages')]);
  return {
    articles: articles.read.map((name) => at('articles', name)),
    pages: pages.read.map((name) => at('pages', name)),
    misplaced: [
      ...articles.misplaced.map((name) => at('articles', name)),
      ...pages.misplaced.map((name) => at('pages', name)),
    ],
    authors: at('authors.yaml'),
    plans: at('plans.yaml'),
  };
}

async function listFolder(contentDir: string, folder: string): Promise<{ read: string[]; misplaced: string[] }> {
  const entries = await readdir(join(contentDir, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted(compareText);
  return {
    read: files.filter((name) => name.endsWith('.md')),
    misplaced: files.filter((name) => /\.(?:markdown|mdx|mdown|MD)$/.test(name)),
  };
}
