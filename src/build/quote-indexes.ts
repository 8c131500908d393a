import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltArticle } from '../content/build-article.ts';
import { parts } from '../library/release-parts.ts';
import type { VersionText } from '../library/versions.ts';
import { toBytes, toNumbers } from '../search/index-file.ts';
import { createQuoteIndex, listRuns } from '../search/quote-index.ts';
import { createSpool, type Place } from './spool.ts';

/**
 * Runs of words of one article in all its versions: of what is public, and of the complete text of a paid one.
 * @param earlier the texts that were published before
 */
export function packRuns({ article, paid }: BuiltArticle, earlier: readonly VersionText[]) {
  const open = earlier.map((text) => text.article.body.markdown);
  const complete = earlier.map((text) => text.paid?.body.markdown ?? '');
  return {
    open: toBytes(listRuns(article.body.markdown, open)),
    paid: toBytes(listRuns(paid?.body.markdown ?? '', complete)),
  };
}

/** Collects what the indexes of quotes need, article by article. The runs wait in a file. */
export function createQuoteIndexes(folder: string) {
  const spool = createSpool(join(folder, 'quote-runs'));
  const places = new Map<string, { open: Place; paid: Place }>();
  return {
    addArticle(slug: string, { runs, paidRuns }: { runs: Uint8Array; paidRuns: Uint8Array }): void {
      places.set(slug, { open: spool.add(runs), paid: spool.add(paidRuns) });
    },
    /** @param slugs the order of the library, whose positions are the numbers in the indexes */
    async write(slugs: readonly string[]): Promise<void> {
      const inOrder = slugs.flatMap((slug) => places.get(slug) ?? []);
      const build = (kind: 'open' | 'paid') => {
        const bytes = inOrder.reduce((sum, place) => sum + place[kind].length, 0);
        const list = () => inOrder.values().map((place) => toNumbers(spool.read(place[kind])));
        return createQuoteIndex(list, bytes / Uint32Array.BYTES_PER_ELEMENT);
      };
      await writeFile(join(folder, parts.quotes), build('open'));
      await writeFile(join(folder, parts.paidQuotes), build('paid'));
      spool.close();
    },
    /** Removes what is left of a build that failed. */
    close: spool.close,
  };
}
