import { extname } from 'node:path';
import { isCutOff } from '../content/load/image-end.ts';
import { readImageInfo } from '../content/load/image-size.ts';
import { toSlug } from '../content/new-article.ts';

/** Where the parts of an import go while it is read. */
export interface ImportAssets {
  slug: string;
  figures: ReadonlyMap<string, Buffer>;
  /** Reports content that could not be imported. */
  left: readonly string[];
  /**
   * Takes a figure. @returns the path to write in the Markdown, or undefined when it is not a picture that can be shown
   */
  addFigure(name: string, bytes: Buffer): string | undefined;
  /** Remembers what could not be carried over, once. */
  warn(what: string): void;
}

const endings: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/svg+xml': '.svg',
};

/** Collects the figures of an article, each under a name of its own, and what is left behind. */
export function createImportAssets(slug: string): ImportAssets {
  const figures = new Map<string, Buffer>();
  const left: string[] = [];
  const warn = (what: string) => {
    if (!left.includes(what)) left.push(what);
  };
  return {
    slug,
    figures,
    left,
    warn,
    addFigure(name, bytes) {
      const mimeType = readImageInfo(bytes)?.mimeType ?? '';
      const ending = endings[mimeType];
      if (!ending || isCutOff(bytes, mimeType)) {
        warn(
          `The figure ${name}, which cannot be read as a complete PNG, JPEG, WebP, GIF, AVIF or SVG; save it as one in articles/${slug}/`,
        );
        return undefined;
      }
      const base = toSlug(name.slice(0, name.length - extname(name).length)) || 'figure';
      let file = `${base}${ending}`;
      for (let number = 2; figures.has(file) && !figures.get(file)?.equals(bytes); number += 1) {
        file = `${base}-${number}${ending}`;
      }
      figures.set(file, bytes);
      return `${slug}/${file}`;
    },
  };
}
