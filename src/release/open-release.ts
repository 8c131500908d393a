import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../content/load/figures.ts';
import type { PaidFigure } from '../core/access/paid-content.ts';
import { ConfigError } from '../library/config-error.ts';
import { sha256 } from '../library/digest.ts';
import { type FileReader, openFileReader, sayDamage } from '../library/file-reader.ts';
import { openPaidLibrary, openPublicLibrary } from '../library/library-file.ts';
import { parts } from '../library/release-parts.ts';
import { openCompletions } from '../search/completions.ts';
import { openQuoteIndex } from '../search/quote-index.ts';
import { openSearch, readSearchFiles } from '../search/search-files.ts';
import type { AstroHandler } from '../serve/pages/astro.ts';
import { noPrebuiltResponses } from '../serve/response-cache.ts';
import { readHashes } from './manifest.ts';
import { loadPageModules } from './page-modules.ts';
import { openPrebuiltResponses } from './prebuilt-responses.ts';
import { openTexts } from './version-texts.ts';

/** An entry of figures.json; the pictures are in figures/public and figures/paid. */
export type BuiltFigure = Omit<Figure, 'source'>;

export type Release = Awaited<ReturnType<typeof openRelease>>;

/**
 * Opens a release part by part, and serves requests between two parts: with 10,000 articles, one part takes up to a
 * third of a second. State that outlives a release is not part of it.
 * @param about.hasPrebuilt false for an unfinished release, and for a preview for authors
 * @throws Error, in one sentence that names the command to run, when something is missing
 */
export async function openRelease(folder: string, about: { hasPrebuilt: boolean }) {
  const read = (name: string) => readPart(folder, name);
  const hashes = await readHashes(folder);
  const files: FileReader[] = [];
  let damagedFigure: string | undefined;
  function openPart(name: string) {
    const file = openFileReader(join(folder, name), hashes[name]);
    files.push(file);
    return file;
  }
  async function searchOf(names: readonly string[]) {
    await new Promise(setImmediate);
    return openSearch(folder, { names, openFile: openPart });
  }
  async function readPaidFigure(url: string) {
    const name = `figures/paid${url}`;
    const bytes = await readFile(join(folder, name)).catch(() => undefined);
    if (bytes && (!(name in hashes) || sha256(bytes) === hashes[name])) return bytes;
    damagedFigure = sayDamage(join(folder, name), bytes ? 'was changed' : 'went away');
    throw new Error(damagedFigure);
  }
  const open = openPublicLibrary(await read(parts.library), openPart);
  const paid = openPaidLibrary(await read(parts.paidLibrary), openPart);
  if (paid.contentHash !== open.contentHash) {
    throw new ConfigError('The two libraries are of different builds: run "npm run build".');
  }
  const texts = await openTexts(folder, openPart(parts.versions));
  const figures: BuiltFigure[] = JSON.parse((await read(parts.figures)).toString());
  const prebuilt = about.hasPrebuilt
    ? openPrebuiltResponses(Object.keys(hashes).filter(isResponses).map(openPart))
    : noPrebuiltResponses;
  const listed = readSearchFiles(await read(parts.search));
  const search = {
    open: await searchOf(listed.articles.open),
    paid: await searchOf(listed.articles.paid),
    docs: await searchOf([parts.docsIndex]),
  };
  const quotes = {
    public: openQuoteIndex(listed.quotes.open.map((name) => openPart(name).read)),
    paid: openQuoteIndex(listed.quotes.paid.map((name) => openPart(name).read)),
  };
  await new Promise(setImmediate);
  const completer = openCompletions(openPart(parts.completions).read);
  await new Promise(setImmediate);
  let handler: Promise<AstroHandler> | undefined;
  return {
    folder,
    open,
    paid,
    search,
    quotes,
    completer,
    figures,
    paidFigures: openPaidFigures(figures, readPaidFigure),
    texts,
    prebuilt,
    /** Imported at the first page that needs it. */
    loadPages() {
      handler ??= loadPageModules(folder, hashes);
      return handler;
    },
    /** What is wrong with a file that requests read, in one sentence; undefined while nothing was noticed. */
    damage: () => files.map((file) => file.damage()).find(Boolean) ?? damagedFigure,
    /** Looks for damage in the files that stay open. */
    async check() {
      for (const file of files) await file.check();
    },
    async close() {
      for (const file of files) file.close();
    },
  };
}

/** @param name path of a part inside the folder of a release */
function isResponses(name: string): boolean {
  return name.startsWith(`${parts.responses}/`);
}

function openPaidFigures(
  figures: readonly BuiltFigure[],
  read: (url: string) => Promise<Buffer>,
): Map<string, PaidFigure> {
  return new Map(
    figures
      .filter(({ access }) => access === 'paid')
      .map(({ url, mimeType, slugs }) => [url, { mimeType, slugs, load: () => read(url) }]),
  );
}

function readPart(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name);
  return readFile(path).catch((cause: unknown) => {
    throw new ConfigError(`${path} is missing: run "npm run build" first.`, { cause });
  });
}
