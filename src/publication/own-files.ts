import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Publication } from '../core/publication.ts';
import type { PublicationFolder } from './read.ts';
import { WrongSettings } from './wrong-settings.ts';

/**
 * What the settings name lies in public/: looked at when a publication is checked or built, not where a release is served.
 * @throws WrongSettings with one sentence for each file that is not there
 */
export function checkOwnFiles({ looks }: Publication, folder: Pick<PublicationFolder, 'public'>): void {
  const { logo, socialPicture, typeFaces } = looks;
  const named = { logo, socialPicture, ...mapFaces(typeFaces) };
  const missing = Object.entries(named)
    .filter(([, file]) => file !== undefined && !existsSync(join(folder.public, file)))
    .map(([key, file]) => `site.config.ts: looks.${key}: there is no file public${file}.`);
  if (missing.length > 0) throw new WrongSettings(missing.join('\n'));
}

function mapFaces(faces: Publication['looks']['typeFaces']): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(faces).map(([name, face]) => [`typeFaces.${name}`, face?.file]));
}
