import { expect, it } from 'vitest';
import { publicationFolder } from './read-publication.ts';
import { partsFolder, releasesFolder } from './release-parts.ts';

it('takes an empty setting of a folder for none', () => {
  const empty = { PUBLICATION_DIR: '', CONTENT_DIR: '', RELEASE_DIR: '', PARTS_DIR: '' };
  expect(publicationFolder(empty)).toEqual(publicationFolder({}));
  expect(releasesFolder(empty)).toBe('release');
  expect(partsFolder(empty)).toBe(partsFolder({}));
});
