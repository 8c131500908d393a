import type { License } from '../../library/library.ts';

/** SPDX identifiers an article may carry. `LicenseRef-` is how SPDX names terms outside its list. */
const licenses = [
  { id: 'CC-BY-4.0', name: 'Creative Commons Attribution 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  {
    id: 'CC-BY-SA-4.0',
    name: 'Creative Commons Attribution-ShareAlike 4.0',
    url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  },
  {
    id: 'CC-BY-NC-4.0',
    name: 'Creative Commons Attribution-NonCommercial 4.0',
    url: 'https://creativecommons.org/licenses/by-nc/4.0/',
  },
  {
    id: 'CC-BY-NC-SA-4.0',
    name: 'Creative Commons Attribution-NonCommercial-ShareAlike 4.0',
    url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  },
  {
    id: 'CC-BY-ND-4.0',
    name: 'Creative Commons Attribution-NoDerivatives 4.0',
    url: 'https://creativecommons.org/licenses/by-nd/4.0/',
  },
  {
    id: 'CC-BY-NC-ND-4.0',
    name: 'Creative Commons Attribution-NonCommercial-NoDerivatives 4.0',
    url: 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
  },
  { id: 'CC0-1.0', name: 'Creative Commons Zero 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  { id: 'MIT', name: 'MIT License', url: 'https://spdx.org/licenses/MIT.html' },
  { id: 'Apache-2.0', name: 'Apache License 2.0', url: 'https://spdx.org/licenses/Apache-2.0.html' },
  {
    id: 'LicenseRef-All-Rights-Reserved',
    name: 'All rights reserved',
    url: 'https://rightsstatements.org/vocab/InC/1.0/',
  },
] as const satisfies readonly License[];

export type LicenseId = (typeof licenses)[number]['id'];

export const licenseIds = licenses.map(({ id }) => id);

/** The licence of an article without `license`, by tier. */
export const defaultLicense = { free: 'CC-BY-4.0', paid: 'LicenseRef-All-Rights-Reserved' } as const;

/** @throws Error for an id that the schema would have refused */
export function readLicense(id: LicenseId): License {
  const license = licenses.find((candidate) => candidate.id === id);
  if (!license) throw new Error(`No licence ${id}`);
  return { ...license };
}
