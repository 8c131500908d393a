import { expect, it } from 'vitest';
import { createUrls } from '../../contract/urls.ts';
import { publication } from '../../library/current-publication.ts';
import { buildSecurityTxt } from './security-txt.ts';

const expiresWhenBuilt = (at: string) =>
  /^Expires: (.+)$/m.exec(buildSecurityTxt(createUrls('https://quire.test'), publication, Date.parse(at)))?.[1];

it.each([
  ['2026-01-01T00:00:00Z', '2026-08-01T00:00:00.000Z'],
  ['2026-01-31T23:59:59Z', '2026-08-01T00:00:00.000Z'],
  ['2026-11-22T05:00:00Z', '2027-06-01T00:00:00.000Z'],
])('a build of %s is good until %s: half a year, and less than the whole one of RFC 9116', (built, expires) => {
  expect(expiresWhenBuilt(built)).toBe(expires);
});
