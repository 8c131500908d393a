import { describe, expect, it } from 'vitest';
import { buildIndex } from './build.ts';
import type { Searchable } from './engine.ts';
import { loadIndex } from './flexsearch-engine.ts';

const article: Searchable = {
  slug: 'moss',
  title: 'Moss on old roofs',
  description: 'Which moss grows where.',
  tier: 'free',
  date: '2026-02-01',
  tags: ['plants'],
  authors: ['Ada Marlow'],
  sections: [{ id: 'shade', heading: 'Shade', text: 'North faces stay wet and green.' }],
};

describe('buildIndex', () => {
  it('gives the same bytes for the same articles', async () => {
    const first = JSON.stringify(buildIndex([article]));
    // FlexSearch's own encoder forgets its cache after 50 ms, and then builds differently.
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(JSON.stringify(buildIndex([structuredClone(article)]))).toBe(first);
  });

  it('names the content it was built from', () => {
    const other = { ...article, description: 'Something else.' };
    expect(buildIndex([article]).contentHash).toMatch(/^sha-256=[0-9a-f]{64}$/);
    expect(buildIndex([other]).contentHash).not.toBe(buildIndex([article]).contentHash);
  });

  it('is refused with one clear sentence when another analyser built it', () => {
    const foreign = { ...buildIndex([article]), analyser: 'sha-256=0' };
    expect(() => loadIndex(foreign)).toThrow(
      'The search index was built by another version of the analyser: build it again (npm run build).',
    );
  });
});
