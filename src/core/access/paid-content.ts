import type { PaidLibrary } from '../../library/library.ts';
import type { PaidContent } from './access.ts';
import type { PaidFile } from './access-decision.ts';

/** A picture that only a paid part shows. */
export interface PaidFigure {
  mimeType: string;
  /** Articles it is in: the right to read one of them is the right to see it. */
  slugs: readonly string[];
  load(): Promise<Uint8Array>;
}

/** @param figures figures by path: `/figures/<slug>/<file>` */
export function createPaidContent(
  library: PaidLibrary,
  figures: ReadonlyMap<string, PaidFigure> = new Map(),
): PaidContent {
  const bySlug = new Map(library.articles.map((article) => [article.slug, article]));
  const filesBySlug = new Map<string, PaidFile[]>();
  for (const [path, { mimeType, slugs }] of figures) {
    for (const slug of slugs) {
      const files = filesBySlug.get(slug) ?? [];
      files.push({ path, mimeType });
      filesBySlug.set(slug, files);
    }
  }
  return {
    listFiles: ({ slug }) => filesBySlug.get(slug) ?? [],
    read: (entitlement) => bySlug.get(entitlement.slug),
    findDigest: (slug) => bySlug.get(slug)?.textDigest,
    listOwners: (path) => figures.get(path)?.slugs ?? [],
    async readFigure(entitlement, path) {
      const figure = figures.get(path);
      if (!figure?.slugs.includes(entitlement.slug)) return undefined;
      return { mimeType: figure.mimeType, bytes: await figure.load() };
    },
  };
}
