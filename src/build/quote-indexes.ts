import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../library/digest.ts';
import { openFileReader } from '../library/file-reader.ts';
import type { ArticleBody } from '../library/library.ts';
import { openPaidLibrary, openPublicLibrary } from '../library/library-file.ts';
import type { Memo } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import type { VersionIndex, VersionText } from '../library/versions.ts';
import { createQuoteIndex, listRuns } from '../search/quote-index.ts';

/** The texts that were published before; absent where nothing is published. */
interface PublishedTexts {
  index(): VersionIndex;
  read(part: string): Promise<VersionText>;
}

/**
 * Writes the indexes that find quotes: one of what is public of every text, one of the complete texts of the paid ones.
 * @param folder folder of the finished library
 */
export async function writeQuoteIndexes(
  folder: string,
  { memo, texts }: { memo: Memo; texts: PublishedTexts | undefined },
): Promise<void> {
  const read = (name: string) => readFile(join(folder, name));
  const publicTexts = openFileReader(join(folder, parts.bodies));
  const paidTexts = openFileReader(join(folder, parts.paidBodies));
  const library = openPublicLibrary(await read(parts.library), publicTexts);
  const paid = openPaidLibrary(await read(parts.paidLibrary), paidTexts);
  const paidBodies = new Map(paid.articles.map(({ slug, body }) => [slug, body]));
  const index = texts?.index() ?? {};
  const publicIndex = createQuoteIndex();
  const paidIndex = createQuoteIndex();
  for (const { id, slug, versionName, body } of library.articles) {
    const records = index[id]?.records ?? [];
    const earlier = records.filter(({ name }) => name !== versionName).map(({ part }) => part);
    const about = { earlier, memo, texts };
    publicIndex.add(await findRuns(body, { ...about, view: 'public' }));
    paidIndex.add(await findRuns(paidBodies.get(slug), { ...about, view: 'paid' }));
  }
  await writeFile(join(folder, parts.quotes), publicIndex.build());
  await writeFile(join(folder, parts.paidQuotes), paidIndex.build());
  publicTexts.close();
  paidTexts.close();
}

/** @param about.earlier parts of the texts before the present one, named by their digests */
async function findRuns(
  body: ArticleBody | undefined,
  about: { earlier: readonly string[]; view: 'public' | 'paid'; memo: Memo; texts: PublishedTexts | undefined },
): Promise<Uint32Array> {
  const { earlier, view, memo, texts } = about;
  const present = body?.markdown ?? '';
  const bytes = await memo.bytes(['quote runs', view, sha256(present), earlier], async () => {
    const before = await Promise.all(earlier.map(async (part) => texts?.read(part)));
    const shown = before.map((text) => (view === 'public' ? text?.article : text?.paid)?.body.markdown ?? '');
    return toBytes(listRuns([present, ...shown]));
  });
  // A copy, because what the cache returns need not begin at a multiple of four bytes.
  return new Uint32Array(Uint8Array.from(bytes).buffer);
}

function toBytes({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
