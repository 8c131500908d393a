import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inMemoryTexts, openPaidLibrary, openPublicLibrary } from '../library/library-file.ts';
import { parts } from '../library/release-parts.ts';
import type { VersionIndex, VersionText } from '../library/versions.ts';
import { createQuoteIndex } from '../search/quote-index.ts';

/**
 * Writes the indexes that find quotes: one of what is public of every text, one of the complete texts of the paid ones.
 * @param folder folder of the finished library
 * @param texts the published texts; none where nothing is published
 */
export async function writeQuoteIndexes(
  folder: string,
  texts: { index: VersionIndex; read(part: string): Promise<VersionText> } | undefined,
): Promise<void> {
  const read = (name: string) => readFile(join(folder, name));
  const library = openPublicLibrary(await read(parts.library), inMemoryTexts(await read(parts.bodies)));
  const paid = openPaidLibrary(await read(parts.paidLibrary), inMemoryTexts(await read(parts.paidBodies)));
  const paidBodies = new Map(paid.articles.map(({ slug, body }) => [slug, body]));
  const publicIndex = createQuoteIndex();
  const paidIndex = createQuoteIndex();
  for (const { id, slug, versionName, body } of library.articles) {
    const publicTexts = [body.markdown];
    const paidTexts = [paidBodies.get(slug)?.markdown ?? ''];
    for (const { name, part } of texts?.index[id]?.records ?? []) {
      if (name === versionName || !texts) continue;
      const { article, paid: sold } = await texts.read(part);
      publicTexts.push(article.body.markdown);
      if (sold) paidTexts.push(sold.body.markdown);
    }
    publicIndex.add(publicTexts);
    paidIndex.add(paidTexts);
  }
  await writeFile(join(folder, parts.quotes), publicIndex.build());
  await writeFile(join(folder, parts.paidQuotes), paidIndex.build());
}
