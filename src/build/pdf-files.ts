import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltArticle } from '../content/build-article.ts';
import type { Figure } from '../content/load/figures.ts';
import { sha256, startSha256 } from '../library/digest.ts';

/** The folder of printed PDFs, beside the releases. Some are paid content. */
export function pdfFolder(releases: string): string {
  return join(releases, 'pdf');
}

/** The digest of a printed article, and the URLs of its pictures. */
export interface Print {
  digest: string;
  pictures: string[];
}

export function describePrint({ article, paid }: BuiltArticle, baseUrl: string): Print {
  // Git history and release time are not printed. The texts are printed from the HTML, which is hashed without
  // escaping it first.
  const { revisions: _, releaseAt: __, body, sections: ___, references: ____, ...facts } = article;
  const html = body.html + (paid?.body.html ?? '');
  const digest = startSha256()
    .update(JSON.stringify([baseUrl, facts, body.html.length]))
    .update(html)
    .digest('hex');
  const pictures = html.includes('src="/figures/') ? [...html.matchAll(/src="(\/figures\/[^"]+)"/g)] : [];
  return { digest, pictures: [...new Set(pictures.map(([, url = '']) => url))].sort() };
}

/**
 * Names the PDF of each article as it is now, by slug. Another text or picture is another name, so that a page never
 * offers the PDF of an earlier text.
 */
export async function namePrints(
  prints: ReadonlyMap<string, Print>,
  figures: readonly Figure[],
): Promise<Map<string, string>> {
  const sources = new Map(figures.map(({ url, source }) => [url, source]));
  const names = new Map<string, string>();
  for (const [slug, { digest, pictures }] of prints) {
    const files = pictures.flatMap((url) => sources.get(url) ?? []);
    const digests = await Promise.all(
      files.map(async (file) => sha256(typeof file === 'function' ? await file() : await readFile(file))),
    );
    names.set(slug, `${slug}.${sha256([digest, ...digests].join('\n')).slice(0, 24)}.pdf`);
  }
  return names;
}

/** Where the named files that were printed are, by slug; none where nothing was. */
export async function findPdfs(
  folder: string | undefined,
  names: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  if (folder === undefined) return new Map();
  const there = new Set(await readdir(folder).catch(() => []));
  return new Map([...names].filter(([, name]) => there.has(name)).map(([slug, name]) => [slug, join(folder, name)]));
}
