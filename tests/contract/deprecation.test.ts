import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { buildReference } from '../../src/contract/reference-parts.ts';
import { readSettings } from '../../src/library/read-publication.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';

const base = 'https://quire.test';
const deprecation = {
  operationId: 'getPricing',
  deprecated: '2026-01-01',
  sunset: '2026-04-01',
  replacement: 'getPrices',
};

it('announces a deprecation by the Sunset header of the operation, and by no header of another', async () => {
  const { app } = await createTestApp(makeLibrary(base), { deprecations: [deprecation] });
  const ask = async (path: string) => (await app.fetch(new Request(base + path))).headers;
  const headers = await ask('/api/v1/pricing');
  expect(headers.get('sunset')).toBe('Wed, 01 Apr 2026 00:00:00 GMT');
  expect(headers.get('deprecation')).toBe(`@${Date.UTC(2026, 0, 1) / 1000}`);
  const changelog = `<${base}/developers.md#changelog>`;
  expect(headers.get('link')).toContain(`${changelog}; rel="deprecation", ${changelog}; rel="sunset"`);
  expect((await ask('/api/sandbox/v1/pricing')).get('sunset')).toBe(headers.get('sunset'));
  expect((await ask('/api/v1/articles')).get('sunset')).toBeNull();
});

it('announces a deprecation in the changelog of the developer page', () => {
  expect(buildReference([deprecation]).deprecations).toContain(
    '| `getPricing` | 2026-01-01 | 2026-04-01 | getPrices |',
  );
  const changelog = readFileSync('src/software/pages/developers/changelog.md', 'utf8');
  expect(changelog).toContain('<!-- generated: deprecations -->');
});

it('serves no deprecation that ends under 90 days after it begins', () => {
  const settings = { name: 'Acme', tagline: 'News.', publisher: { name: 'Acme', email: 'a@acme.example' } };
  const read = (sunset: string) => readSettings({ ...settings, deprecations: [{ ...deprecation, sunset }] });
  expect(() => read('2026-03-31')).toThrow('deprecations.0.sunset: it is under 90 days after `deprecated`');
  expect(read('2026-04-01').deprecations).toHaveLength(1);
});
