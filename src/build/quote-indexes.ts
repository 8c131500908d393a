import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltArticle } from '../content/build-article.ts';
import type { TextWriter } from '../content/versions/text-archive.ts';
import { sha256 } from '../library/digest.ts';
import type { Memo } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import type { VersionText } from '../library/versions.ts';
import { createQuoteIndex, listRuns } from '../search/quote-index.ts';

/** Runs of words of one article in all its versions: of what is public, and of the complete texts of paid ones. */
interface ArticleRuns {
  open: Uint32Array;
  paid: Uint32Array;
}

/**
 * Collects what the indexes of quotes need, article by article, while the texts of an article are in memory.
 * @param about.texts the texts that were published before; absent where nothing is published
 */
export function createQuoteIndexes({ memo, texts }: { memo: Memo; texts: TextWriter | undefined }) {
  const runs = new Map<string, ArticleRuns>();
  return {
    async addArticle({ article, paid }: BuiltArticle): Promise<void> {
      const { id, slug, versionName, body } = article;
      const records = texts?.index()[id]?.records ?? [];
      const earlier = records.filter(({ name }) => name !== versionName).map(({ part }) => part);
      const about = { earlier, memo, texts };
      const open = await findRuns(body.markdown, { ...about, view: 'public' });
      runs.set(slug, { open, paid: await findRuns(paid?.body.markdown ?? '', { ...about, view: 'paid' }) });
    },
    /** @param slugs the order of the library, whose positions are the numbers in the indexes */
    async write(folder: string, slugs: readonly string[]): Promise<void> {
      const inOrder = slugs.flatMap((slug) => runs.get(slug) ?? []);
      await writeFile(join(folder, parts.quotes), createQuoteIndex(inOrder.map(({ open }) => open)));
      await writeFile(join(folder, parts.paidQuotes), createQuoteIndex(inOrder.map(({ paid }) => paid)));
    },
  };
}

/** @param about.earlier parts of the texts before the present one, named by their digests */
async function findRuns(
  present: string,
  about: { earlier: readonly string[]; view: 'public' | 'paid'; memo: Memo; texts: TextWriter | undefined },
): Promise<Uint32Array> {
  const { earlier, view, memo, texts } = about;
  const select = ({ article, paid }: VersionText) => (view === 'public' ? article : paid)?.body.markdown ?? '';
  const bytes = await memo.bytes(['quote runs', view, sha256(present), earlier], async () => {
    const before = await Promise.all(earlier.map(async (part) => texts?.read(part)));
    return toBytes(
      listRuns(
        present,
        before.flatMap((text) => (text ? select(text) : [])),
      ),
    );
  });
  // A copy, because what the cache returns need not begin at a multiple of four bytes.
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

function toBytes({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
