// @vitest-environment jsdom
import { useNlWeb } from '@nlweb-ai/search-components';
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { baseUrl } from '../support/client.ts';

// What the hook makes of our frames: its own schema has already dropped every item it could not read.
const State = z.looseObject({
  loading: z.boolean(),
  error: z.string().nullable(),
  summary: z.string().optional(),
  decontextualizedQuery: z.string().optional(),
  results: z.array(z.looseObject({ '@id': z.url(), score: z.number(), site: z.string(), headline: z.string() })),
});

async function search(params: { query: string; conversationHistory?: string[]; resultOffset?: number }) {
  const config = { endpoint: `${baseUrl}/ask`, site: new URL(baseUrl).host };
  const { result, unmount } = renderHook(() => useNlWeb(config));
  await act(async () => {
    await result.current.search(params);
  });
  const state = State.parse(result.current);
  unmount();
  return state;
}

describe('useNlWeb of @nlweb-ai/search-components (NLWeb 0.54 over server-sent events)', () => {
  it('shows our articles with their summary, best first', async () => {
    const { error, loading, results, summary } = await search({ query: 'how do keys prove themselves' });
    expect({ error, loading }).toEqual({ error: null, loading: false });
    expect(results.length).toBeGreaterThan(0);
    expect(results.length).toBeLessThanOrEqual(9);
    expect(results.map(({ score }) => score)).toEqual(results.map(({ score }) => score).sort((a, b) => b - a));
    expect(summary).toMatch(/^\[1\] "/);
  });

  it('shows what a follow-up question was taken to mean', async () => {
    const before = 'which articles cover rate limits for agents';
    const { decontextualizedQuery } = await search({ query: 'what about them?', conversationHistory: [before] });
    expect(decontextualizedQuery).toBe('what about them? articles cover rate limits agents');
  });

  it('pages on from an offset without repeating a result', async () => {
    const query = 'agents articles payment search limits';
    const first = await search({ query });
    const next = await search({ query, resultOffset: 1 });
    expect(next.results.map((result) => result['@id'])).not.toContain(first.results[0]?.['@id']);
  });
});
