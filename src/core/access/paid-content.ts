import type { PaidArticle, PaidLibrary } from '../../library/library.ts';
import type { Entitlement } from './access.ts';

/** A picture that only a paid part shows. */
export interface PaidFigure {
  mimeType: string;
  /** Articles it is in: the right to read one of them is the right to see it. */
  slugs: readonly string[];
  load(): Promise<Uint8Array>;
}

/** A file that is read with a paid article: a picture, data or the PDF. */
export interface PaidFile {
  /** `/figures/<slug>/<file>` and the like. */
  path: string;
  mimeType: string;
}

/** Paid bodies. Reading one requires an `Entitlement` for it. */
export interface PaidContent {
  /** Undefined for a free article, whose body is in the public library. */
  read(entitlement: Entitlement): PaidArticle | undefined;
  /** Digest of the paid body of an article, whatever its slug. It tells purchases apart and is never shown. */
  findDigest(slug: string): string | undefined;
  /** Articles whose buyers may see the figure at this path; empty for any other path. */
  listOwners(figurePath: string): readonly string[];
  /** Pictures of the paid part, data and the PDF of an article; none for a free one, whose files are public. */
  listFiles(entitlement: Entitlement): readonly PaidFile[];
  /** Undefined when the entitled article does not show the figure. */
  readFigure(
    entitlement: Entitlement,
    figurePath: string,
  ): Promise<{ mimeType: string; bytes: Uint8Array } | undefined>;
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
