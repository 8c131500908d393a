import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nothingPacked, type PackedAnswers } from '../answers/packed.ts';
import type { AstroHandler } from '../answers/pages/astro.ts';
import { sha256 } from '../content/digest.ts';
import { openPublicLibrary, openSoldLibrary, type Texts } from '../content/library/file.ts';
import type { PublicLibrary, SoldLibrary } from '../content/library/library.ts';
import type { Figure } from '../content/render/figures.ts';
import type { SoldFigure } from '../core/access/sold-shelf.ts';
import type { Services } from '../core/services.ts';
import { openCompletions } from '../search/completions.ts';
import { openPackedAnswers } from './answers.ts';
import { type FileReader, openForReading, sayDamage } from './file-reader.ts';
import { readHashes } from './manifest.ts';
import { importPages } from './pages.ts';
import { parts } from './parts.ts';
import { openSearch } from './search-files.ts';

/** A line of figures.json; the pictures lie under figures/public and figures/sold. */
export type BuiltFigure = Omit<Figure, 'source'>;

/** Everything a release holds, opened. Each has its own; state that outlives a release is not here. */
export interface Release {
  folder: string;
  open: PublicLibrary;
  sold: SoldLibrary;
  search: Services['search'];
  completer: Services['completer'];
  figures: readonly BuiltFigure[];
  soldFigures: ReadonlyMap<string, SoldFigure>;
  packed: PackedAnswers;
  /** Imported at the first page that needs it. */
  loadPages(): Promise<AstroHandler>;
  /** What is wrong with a file that is read while it is served, in one sentence; undefined while nothing was noticed. */
  damage(): string | undefined;
  /** Looks for damage in the files that stay open. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens part by part, and between two of them lets readers of the release before be answered: of 10,000 articles a part takes
 * up to a third of a second.
 * @param about.isPacked false for a folder that is only being made, or an author's
 * @throws Error, in one sentence that names the command to run, when something is missing
 */
export async function openRelease(folder: string, about: { isPacked: boolean }): Promise<Release> {
  const read = (name: string) => readPart(folder, name);
  const hashes = await readHashes(folder);
  const files: FileReader[] = [];
  let damagedFigure: string | undefined;
  function openPart(name: string) {
    const file = openForReading(join(folder, name), hashes[name]);
    files.push(file);
    return file;
  }
  async function searchOf(name: string) {
    await new Promise(setImmediate);
    return openSearch(join(folder, name), openPart(name));
  }
  async function readSoldFigure(url: string) {
    const name = `figures/sold${url}`;
    const bytes = await readFile(join(folder, name)).catch(() => undefined);
    if (bytes && (!(name in hashes) || sha256(bytes) === hashes[name])) return bytes;
    damagedFigure = sayDamage(join(folder, name), bytes ? 'was changed' : 'went away');
    throw new Error(damagedFigure);
  }
  const open = openPublicLibrary(await read(parts.library), textsOf(openPart(parts.bodies)));
  const sold = openSoldLibrary(await read(parts.soldLibrary), textsOf(openPart(parts.soldBodies)));
  if (sold.contentHash !== open.contentHash) {
    throw new Error('The two libraries are of different builds: run "npm run build".');
  }
  const figures: BuiltFigure[] = JSON.parse((await read(parts.figures)).toString());
  const packed = about.isPacked ? await openPackedAnswers(folder, openPart(parts.answerBytes)) : nothingPacked;
  const search = {
    open: await searchOf(parts.openIndex),
    sold: await searchOf(parts.soldIndex),
    docs: await searchOf(parts.docsIndex),
  };
  await new Promise(setImmediate);
  const completer = openCompletions(openPart(parts.completions).read);
  await new Promise(setImmediate);
  let handler: Promise<AstroHandler> | undefined;
  return {
    folder,
    open,
    sold,
    search,
    completer,
    figures,
    soldFigures: openSoldFigures(figures, readSoldFigure),
    packed,
    loadPages() {
      handler ??= importPages(folder);
      return handler;
    },
    damage: () => files.map((file) => file.damage()).find(Boolean) ?? damagedFigure,
    async check() {
      for (const file of files) await file.check();
    },
    async close() {
      for (const file of files) file.close();
    },
  };
}

function textsOf({ size, read }: FileReader): Texts {
  return { bytes: size, read: (start, length) => read(start, length).toString() };
}

function openSoldFigures(
  figures: readonly BuiltFigure[],
  read: (url: string) => Promise<Buffer>,
): Map<string, SoldFigure> {
  return new Map(
    figures
      .filter(({ access }) => access === 'sold')
      .map(({ url, mimeType, slugs }) => [url, { mimeType, slugs, load: () => read(url) }]),
  );
}

function readPart(folder: string, name: string): Promise<Buffer> {
  const path = join(folder, name);
  return readFile(path).catch((cause: unknown) => {
    throw new Error(`${path} is missing: run "npm run build" first.`, { cause });
  });
}
