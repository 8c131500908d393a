import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partKey } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import type { EarlierParts } from '../release/earlier-parts.ts';
import { toNumbers } from '../search/index-file.ts';
import { createQuoteIndex } from '../search/quote-index.ts';
import type { ArticlePart } from './article-part.ts';
import { createSpool, type Place } from './spool.ts';

type Kind = 'open' | 'paid';

/** The runs of words of an article. */
interface Runs {
  slug: string;
  place: Place;
  digest: string;
}

const folders = { open: parts.openQuotes, paid: parts.paidQuotes } as const;

/**
 * Collects what the indexes of quotes need, article by article, and writes those of some hundred articles into a file
 * together, unless an earlier release has it.
 * @param about.earlier releases that may have the same files
 */
export function createQuoteIndexes(folder: string, { earlier }: { earlier: Pick<EarlierParts, 'take'> | undefined }) {
  const spool = createSpool(join(folder, 'quote-runs'));
  const articles = new Map<string, Record<Kind, Runs>>();

  async function write(kind: Kind, files: readonly (readonly string[])[]): Promise<string[]> {
    const names: string[] = [];
    for (const slugs of files) {
      const runs = slugs.flatMap((slug) => articles.get(slug)?.[kind] ?? []);
      const name = `${folders[kind]}/${partKey('quotes', ...runs.flatMap(({ slug, digest }) => [slug, digest]))}`;
      names.push(name);
      if (await earlier?.take(name, folder)) continue;
      const lengths = runs.map(({ place }) => place.length / Uint32Array.BYTES_PER_ELEMENT);
      const list = () => runs.values().map(({ place }) => toNumbers(spool.read(place)));
      await writeFile(join(folder, name), createQuoteIndex(list, lengths));
    }
    return names;
  }

  return {
    addArticle(slug: string, article: Pick<ArticlePart, 'runs' | 'runsDigest' | 'paidRuns' | 'paidRunsDigest'>): void {
      articles.set(slug, {
        open: { slug, place: spool.add(article.runs), digest: article.runsDigest },
        paid: { slug, place: spool.add(article.paidRuns), digest: article.paidRunsDigest },
      });
    },
    /**
     * @param files slugs in the order of the library: the position of an article is its number in the indexes
     * @returns paths inside the folder
     */
    async write(files: readonly (readonly string[])[]): Promise<Record<Kind, string[]>> {
      for (const name of Object.values(folders)) await mkdir(join(folder, name));
      const names = { open: await write('open', files), paid: await write('paid', files) };
      spool.close();
      return names;
    },
    /** Removes what is left of a build that failed. */
    close: spool.close,
  };
}
