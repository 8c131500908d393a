import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError } from '../library/config-error.ts';
import { sha256 } from '../library/digest.ts';
import { isMissing } from '../library/list-files.ts';
import { parts, textsFolder } from '../library/release-parts.ts';
import { listForms, parseText, type VersionIndex, type VersionText } from '../library/versions.ts';

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
 * Opens the texts that a release refers to.
 * @param folder folder of the release
 * @throws Error when one of them is missing
 */
export async function openTexts(folder: string) {
  const index = readVersionIndex(folder);
  const texts = textsFolder(resolve(folder, '..'));
  const stored = new Set(await readdir(texts).catch(() => []));
  for (const { records } of Object.values(index)) {
    const lost = records.flatMap(listForms).find(({ part }) => !stored.has(part));
    if (lost)
      throw new ConfigError(`${join(texts, lost.part)} is missing: copy it from a backup, or from another replica.`);
  }
  const damaged = new Set<string>();
  return {
    index,
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
