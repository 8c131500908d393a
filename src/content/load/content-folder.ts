import { basename, join } from 'node:path';
import { isHidden, listFiles } from '../../library/list-files.ts';
import { primaryLanguage } from '../../words/detect-language.ts';
import type { RuleName } from './rules.ts';

export interface ContentFile {
  /** File name without ending. */
  name: string;
  path: string;
  /** As problems name it. */
  file: string;
  /** BCP 47 tag of a page of the software. */
  language?: string;
  /** An earlier text to read instead of the file. */
  text?: string;
}

export interface ContentFolder {
  articles: ContentFile[];
  pages: ContentFile[];
  /** Files that are not read, and what to do with them. */
  misplaced: { file: string; rule: RuleName; message: string }[];
  authors: ContentFile;
  plans: ContentFile;
  /** Absent in most publications. */
  words: ContentFile | undefined;
}

/** Files beside the folders; a README is for those who look at the repository. */
const ownFiles: ReadonlySet<string> = new Set([
  'authors.yaml',
  'plans.yaml',
  'words.yaml',
  'retractions.csv',
  'README.md',
]);
/** Pages below the developers page: `pages/developers/mcp.md` is read at `/developers/mcp`. */
const chapterFolder = 'pages/developers';
const markdown = /\.(?:md|markdown|mdx|mdown|qmd|rmd)$/i;

/** Lists what there is to read, by name, so that every run reads in the same order. */
export async function listContent(contentDir: string): Promise<ContentFolder> {
  const shown = basename(contentDir);
  const at = (path: string): ContentFile => ({
    name: basename(path).replace(/\.\w+$/, ''),
    path: join(contentDir, path),
    file: `${shown}/${path}`,
  });
  const listed = await listFiles(contentDir);
  const paths = listed.files.filter((path) => !isHidden(path));
  const links = listed.links.filter((path) => !isHidden(path));
  const read = (folder: string) => paths.filter((path) => isIn(folder, path) && path.endsWith('.md'));
  const articles = read('articles');
  const chapters = read(chapterFolder);
  const pages = [...read('pages'), ...chapters];
  const owners = new Set([...articles, ...pages].map((path) => path.slice(0, -'.md'.length)));
  return {
    articles: articles.map(at),
    pages: pages.map((path) => ({ ...at(path), name: path.slice('pages/'.length, -'.md'.length) })),
    misplaced: [
      ...links.map((path) => ({
        file: `${shown}/${path}`,
        rule: 'file-place' as const,
        message: 'This leads to another place and is not read; put the file itself here',
      })),
      ...paths.flatMap((path) => explainPlace(path, owners).map((found) => ({ ...found, file: `${shown}/${path}` }))),
    ],
    authors: at('authors.yaml'),
    plans: at('plans.yaml'),
    words: paths.includes('words.yaml') ? at('words.yaml') : undefined,
  };
}

/**
 * The pages that come with the software; problems name them from the folder above `src/`. `why.de.md` is the German
 * translation of `why.md` and takes its place in a German publication; a page without a translation is in English.
 */
export async function listSoftwarePages(folder: string, language: string): Promise<ContentFile[]> {
  const { files } = await listFiles(folder);
  const wanted = primaryLanguage(language);
  return files.flatMap((path) => {
    const [, name, translation = 'en'] = /^([^.]+)(?:\.([a-z]{2,3}))?\.md$/.exec(path) ?? [];
    if (name === undefined) return [];
    const isTranslated = files.includes(`${name}.${wanted}.md`);
    if (translation !== (isTranslated ? wanted : 'en')) return [];
    return [{ name, path: join(folder, path), file: `src/software/pages/${path}`, language: translation }];
  });
}

/** Files right in a folder, not in one inside it. */
function isIn(folder: string, path: string): boolean {
  return path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/');
}

/** @param owners `articles/<slug>` and `pages/<name>` of all that is read. */
function explainPlace(path: string, owners: ReadonlySet<string>): { rule: RuleName; message: string }[] {
  const [folder = '', owner = '', ...inside] = path.split('/');
  const name = basename(path);
  const isRead =
    ownFiles.has(path) ||
    (path.endsWith('.md') && ['articles', 'pages', chapterFolder].some((place) => isIn(place, path)));
  if (isRead) return [];
  if (markdown.test(name)) {
    const slug = name.replace(markdown, '');
    const home = folder === 'pages' ? `pages/${slug}.md` : `articles/${slug}.md`;
    return [{ rule: 'file-place', message: `${name} is not read here; move it to ${home}` }];
  }
  if (/^authors|^plans|^words/.test(name) && inside.length === 0 && owner === '') {
    return [{ rule: 'file-place', message: `${name} is not read; its name is ${name.replace(/\.\w+$/, '')}.yaml` }];
  }
  if (folder === 'figures') return [];
  if (folder !== 'articles' && folder !== 'pages') {
    return [
      {
        rule: 'file-known',
        message: 'Nothing reads this; the folder has articles, pages, figures, authors.yaml, plans.yaml and words.yaml',
      },
    ];
  }
  if (inside.length > 0) {
    if (owners.has(`${folder}/${owner}`)) return [];
    return [
      { rule: 'file-known', message: `There is no ${folder}/${owner}.md that this folder could belong to; rename it` },
    ];
  }
  if (folder === 'articles' && /\.(?:bib|pdf)$/.test(name)) return [];
  if (/\.(?:docx|odt|tex|ipynb|qmd|rmd)$/i.test(name))
    return [
      { rule: 'file-known', message: `An article of it is made by npm run import -- ${name}; keep it elsewhere` },
    ];
  return [
    {
      rule: 'file-known',
      message: `Nothing reads this; move a figure into the folder ${folder}/<name> of its article`,
    },
  ];
}
