import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../library/digest.ts';
import { isMissing } from '../library/list-files.ts';
import { parts, textsFolder } from '../library/release-parts.ts';
import { listForms, type VersionIndex } from '../library/versions.ts';
import { parseManifest } from '../release/manifest.ts';

export interface PartFile {
  digest: string;
  path: string;
}

/**
 * Lists all that a release on this machine consists of: the parts of its manifest, the texts of earlier versions that
 * it refers to, and last the manifest itself.
 * @param releases the folder of all releases
 * @returns undefined when the release is not on this machine
 */
export async function listReleaseFiles(releases: string, id: string): Promise<PartFile[] | undefined> {
  const folder = join(releases, id);
  const path = join(folder, parts.manifest);
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (isMissing(cause)) return '';
    throw cause;
  });
  const manifest = parseManifest(content);
  if (manifest === undefined) return undefined;
  const files = Object.entries(manifest.parts).map(([name, digest]) => ({ digest, path: join(folder, name) }));
  const index = parts.versions in manifest.parts ? await readFile(join(folder, parts.versions), 'utf8') : '{}';
  const texts = listTexts(index).map((digest) => ({ digest, path: join(textsFolder(releases), digest) }));
  return [...files, ...texts, { digest: sha256(content), path }];
}

export function listTexts(index: string): string[] {
  const versions: VersionIndex = JSON.parse(index);
  return Object.values(versions).flatMap(({ records }) => records.flatMap(listForms).map(({ part }) => part));
}
