import { extname } from 'node:path';
import { isCutOff } from '../content/load/image-end.ts';
import { readImageInfo } from '../content/load/image-size.ts';
import { toSlug } from '../content/new-article.ts';

/** Where the parts of an import go while it is read. */
export type ImportAssets = ReturnType<typeof createImportAssets>;

const endings: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/avif': '.avif',
  'image/svg+xml': '.svg',
};

/** Collects the figures of an article, each under a name of its own, and what is left behind. */
export function createImportAssets(slug: string) {
  const figures = new Map<string, Buffer>();
  const left: string[] = [];
  /** Remembers what could not be carried over, once. */
  const warn = (what: string): void => {
    if (!left.includes(what)) left.push(what);
  };
  return {
    slug,
    figures,
    left,
    warn,
    /** Takes a figure. @returns the path to write in the Markdown; undefined when it cannot be shown as a picture */
    addFigure(name: string, bytes: Buffer): string | undefined {
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
