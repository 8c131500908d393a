import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltArticle } from '../content/build-article.ts';
import type { TextWriter } from '../content/versions/text-archive.ts';
import { sha256 } from '../library/digest.ts';
import type { Memo } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import { toBytes } from '../search/index-file.ts';
import { createQuoteIndex, listRuns } from '../search/quote-index.ts';
import { createSpool, type Place } from './spool.ts';

/** Runs of words of one article in all its versions: of what is public, and of the complete texts of paid ones. */
interface ArticleRuns {
  open: Uint32Array;
  paid: Uint32Array;
}

/**
 * Collects what the indexes of quotes need, article by article, while the texts of an article are in memory. The runs
 * wait in a file.
 * @param folder where the indexes are written
 * @param about.texts the texts that were published before; absent where nothing is published
 */
export function createQuoteIndexes(folder: string, { memo, texts }: { memo: Memo; texts: TextWriter | undefined }) {
  const spool = createSpool(join(folder, 'quote-runs'));
  const places = new Map<string, Record<keyof ArticleRuns, Place>>();
  return {
    async addArticle({ article, paid }: BuiltArticle): Promise<void> {
      const { id, slug, versionName, body } = article;
      const records = texts?.recordsOf(id) ?? [];
      const earlier = records.filter(({ name }) => name !== versionName).map(({ part }) => part);
      const present = { open: body.markdown, paid: paid?.body.markdown ?? '' };
      const inputs = ['quote runs', sha256(present.open), sha256(present.paid), earlier];
      const joined = await memo.bytes(inputs, async () => {
        const before = (await Promise.all(earlier.map(async (part) => texts?.read(part)))).filter((text) => !!text);
        const open = before.map((text) => text.article.body.markdown);
        const complete = before.map((text) => text.paid?.body.markdown ?? '');
        return joinRuns({ open: listRuns(present.open, open), paid: listRuns(present.paid, complete) });
      });
      const runs = openRuns(joined);
      places.set(slug, { open: spool.add(toBytes(runs.open)), paid: spool.add(toBytes(runs.paid)) });
    },
    /** @param slugs the order of the library, whose positions are the numbers in the indexes */
    async write(slugs: readonly string[]): Promise<void> {
      const inOrder = slugs.flatMap((slug) => places.get(slug) ?? []);
      const list = (kind: keyof ArticleRuns) => inOrder.values().map((place) => toNumbers(spool.read(place[kind])));
      await writeFile(
        join(folder, parts.quotes),
        createQuoteIndex(() => list('open')),
      );
      await writeFile(
        join(folder, parts.paidQuotes),
        createQuoteIndex(() => list('paid')),
      );
      spool.close();
    },
    /** Removes what is left of a build that failed. */
    close: spool.close,
  };
}

/** Both lists of runs, after the length of the first. */
function joinRuns({ open, paid }: ArticleRuns): Uint8Array {
  const joined = new Uint32Array(1 + open.length + paid.length);
  joined.set([open.length]);
  joined.set(open, 1);
  joined.set(paid, 1 + open.length);
  return new Uint8Array(joined.buffer);
}

function openRuns(joined: Uint8Array): ArticleRuns {
  const all = toNumbers(joined);
  const end = 1 + (all[0] ?? 0);
  return { open: all.subarray(1, end), paid: all.subarray(end) };
}

/** A copy, because what was read need not begin at a multiple of four bytes. */
function toNumbers(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}
