import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { isHidden, listFiles } from '../../library/list-files.ts';
import { isCutOff } from './image-end.ts';
import { findUnsafeSvg, type ImageInfo, readImageInfo } from './image-size.ts';

/** A picture in `content/`, as it was read. */
export interface FigureFile extends ImageInfo {
  /** From `content/`, with forward slashes. */
  path: string;
  bytes: number;
  /** Why it may not be served; undefined when it may. */
  danger: string | undefined;
  /** The same picture for the dark scheme: `rates.dark.svg` beside `rates.svg`. */
  dark?: FigureFile;
}

/** A picture of the library, with what is needed to copy it to where it is served. */
export interface Figure {
  /** `/figures/<slug>/<file>`, or `/figures/_shared/<file>` for one in `content/figures`. */
  url: string;
  /** Absolute path of the original, or what makes it. */
  source: string | (() => string | Promise<string | Uint8Array>);
  mimeType: string;
  /**
   * `public`: in a free article, a preview or a page. `paid`: only in paid text, so only for callers with access to one
   * of `slugs`.
   */
  access: 'public' | 'paid';
  /** Articles it is in: for a public figure those that show it freely. Empty for one that a page shows. */
  slugs: string[];
  /**
   * Release time of the first article that gives access to it, epoch milliseconds; null when one is released already.
   */
  releaseAt: number | null;
}

/** Pictures beside the articles and pages, looked up by the path an author wrote. */
export interface FigureFinder {
  /** @returns undefined when the file does not exist or is not a picture */
  find(href: string, owner: FigureOwner): Promise<FigureFile | undefined>;
  /** Reads a file of data. @returns undefined unless it is among those that an owner may show */
  readText(href: string, owner: FigureOwner): Promise<{ path: string; text: string } | undefined>;
  /** Paths from `content/` of the files in an owner's own folder. */
  listOwn(owner: FigureOwner): string[];
  /** Paths that an owner may write, of its own pictures and of the shared ones. */
  listFor(owner: FigureOwner): string[];
}

export interface FigureOwner {
  folder: 'articles' | 'pages';
  /** Slug or page name. */
  name: string;
}

/** Files that belong among pictures: all but texts and bibliographies. */
const figurePath = /^(?:articles|pages|figures)\/.*(?<!\.(?:md|bib))$/;

/** Lists the files once; reads each picture at most once, and only when it is asked for. */
export async function openFigureFinder(contentDir: string): Promise<FigureFinder> {
  const { files } = await listFiles(contentDir);
  const paths = new Set(files.filter((path) => figurePath.test(path) && !isHidden(path)));
  const byFolder = groupByFolder(paths);
  const read = new Map<string, Promise<FigureFile | undefined>>();
  const readOnce = (path: string) => {
    const known = read.get(path) ?? readFigure(contentDir, path);
    read.set(path, known);
    return known;
  };
  return {
    async find(href, owner) {
      const path = candidatePaths(href, owner).find((candidate) => paths.has(candidate));
      if (path === undefined) return undefined;
      const figure = await readOnce(path);
      const darkPath = path.replace(/(\.\w+)$/, '.dark$1');
      const dark = paths.has(darkPath) ? await readOnce(darkPath) : undefined;
      return figure && dark ? { ...figure, dark } : figure;
    },
    async readText(href, owner) {
      const path = candidatePaths(href, owner).find((candidate) => paths.has(candidate));
      return path === undefined ? undefined : { path, text: await readFile(join(contentDir, path), 'utf8') };
    },
    listOwn: ({ folder, name }) => byFolder.get(`${folder}/${name}`) ?? [],
    listFor: ({ folder, name }) =>
      [...paths]
        .filter((path) => path.startsWith(`${folder}/${name}/`) || path.startsWith('figures/'))
        .map((path) => posix.relative(folder, path)),
  };
}

/** Lists the paths in each folder and below it: each article asks for its own. */
function groupByFolder(paths: Iterable<string>): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of paths)
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
      const folder = path.slice(0, at);
      const known = folders.get(folder);
      if (known) known.push(path);
      else folders.set(folder, [path]);
    }
  return folders;
}

/** The path at which a figure is served. */
export function figureUrl(path: string): string {
  const [folder = '', owner = '', ...rest] = path.split('/');
  const parts = folder === 'figures' ? ['_shared', owner, ...rest] : [owner, ...rest];
  return `/figures/${parts.map(encodeURIComponent).join('/')}`;
}

/** The path of the files of a chart, without an ending. */
export function chartUrl({ id }: { id: string }, { folder, name }: FigureOwner): string {
  return figureUrl(`${folder}/${name}/${id}`);
}

/**
 * Relative to the Markdown file, as on GitHub, or to the folder of the same name beside it; never outside the two
 * figure folders.
 */
function candidatePaths(href: string, { folder, name }: FigureOwner): string[] {
  const own = `${folder}/${name}/`;
  return [posix.join(folder, href), posix.join(folder, name, href)].filter(
    (path) => path.startsWith(own) || path.startsWith('figures/'),
  );
}

async function readFigure(contentDir: string, path: string): Promise<FigureFile | undefined> {
  const bytes = await readFile(join(contentDir, path));
  const info = readImageInfo(bytes);
  if (!info || isCutOff(bytes, info.mimeType)) return undefined;
  const danger = info.mimeType === 'image/svg+xml' ? findUnsafeSvg(bytes.toString('utf8')) : undefined;
  return { ...info, path, bytes: bytes.length, danger };
}
