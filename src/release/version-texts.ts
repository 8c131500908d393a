import { readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { ConfigError } from '../library/config-error.ts';
import { sha256 } from '../library/digest.ts';
import type { FileReader } from '../library/file-reader.ts';
import { isMissing } from '../library/list-files.ts';
import { parts, textsFolder } from '../library/release-parts.ts';
import { listForms, nameDetachedList, parseText, type VersionIndex, type VersionText } from '../library/versions.ts';
import { openCheckedParts } from './checked-parts.ts';
import { listTextFiles, openVersionIndex } from './version-index.ts';

/**
 * Reads the version records of a release; empty for a release of an earlier software version.
 * @param folder folder of the release
 */
export function readVersionIndex(folder: string): VersionIndex {
  try {
    return JSON.parse(readFileSync(join(folder, parts.versions), 'utf8'));
  } catch (error) {
    if (isMissing(error)) return {};
    throw error;
  }
}

/**
 * Reads the version records of all other releases in the folder of a release. After a rollback they have texts that
 * were published since.
 * @param folder folder of the release
 */
export function readOtherIndexes(folder: string): VersionIndex[] {
  const releases = resolve(folder, '..');
  const names = readdirSync(releases).filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== basename(folder));
  return names.map((name) => readVersionIndex(join(releases, name)));
}

/**
 * Continues the version records of a release with those of the other releases in its folder. A text that it does not
 * have was published before a rollback: it is listed for no article, and a receipt still finds it.
 */
export function continueIndexes(folder: string): VersionIndex {
  const index = readVersionIndex(folder);
  const known = new Set(
    Object.values(index).flatMap(({ records }) => records.flatMap(listForms).map(({ part }) => part)),
  );
  const all = { ...index };
  for (const other of readOtherIndexes(folder))
    for (const [id, { examinedAt, records }] of Object.entries(other)) {
      // One that was to be released later may have been replaced before.
      const left = records.filter(({ part, releaseAt }) => releaseAt === null && !known.has(part));
      for (const record of left) all[nameDetachedList(id, record)] ??= { examinedAt, records: [record] };
    }
  return all;
}

/**
 * Opens the texts that a release refers to.
 * @param folder folder of the release
 * @param file its file of version records
 * @throws Error when one of them is missing
 */
export async function openTexts(folder: string, file: FileReader) {
  const texts = textsFolder(resolve(folder, '..'));
  await findTexts(folder, { texts, file });
  const damaged = new Set<string>();
  return {
    index: openVersionIndex(file),
    /** @throws Error when the file is gone or was changed: its name is the SHA-256 of its bytes */
    async read(part: string): Promise<VersionText> {
      const bytes = await readFile(join(texts, part)).catch((cause: unknown) => {
        if (!isMissing(cause)) throw cause;
        return undefined;
      });
      if (bytes && sha256(bytes) === part) return parseText(bytes.toString());
      const what = `${join(texts, part)} ${bytes ? 'was changed' : 'is gone'}: copy it from a backup, or from another replica.`;
      damaged.add(what);
      throw new Error(what);
    },
    /** One sentence for each text that was found damaged when it was read. */
    damage: (): readonly string[] => [...damaged],
  };
}

/**
 * Looks for the file of each text, unless it did so before and no file was added or removed since.
 * @throws ConfigError when one is missing
 */
async function findTexts(folder: string, about: { texts: string; file: FileReader }): Promise<void> {
  const { texts, file } = about;
  const path = relative(folder, texts);
  const checked = await openCheckedParts(folder);
  const [hash, state] = [checked.readState(parts.versions), checked.readState(path)];
  const isKnown = hash !== undefined && state !== undefined;
  if (isKnown && checked.isChecked(path, { hash, state })) return;
  const stored = new Set(await readdir(texts).catch(() => []));
  for (const part of listTextFiles(file.read(0, file.size))) {
    if (!stored.has(part))
      throw new ConfigError(`${join(texts, part)} is missing: copy it from a backup, or from another replica.`);
  }
  if (isKnown) checked.add(path, { hash, state });
  await checked.store();
}
