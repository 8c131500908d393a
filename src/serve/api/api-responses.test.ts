import { expect, it } from 'vitest';
import { createTestServices } from '../../../tests/support/services.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { headerEntries } from '../fixed-headers.ts';
import { createOnDemandEncoder } from '../on-demand.ts';
import { createApiResponses } from './api-responses.ts';

const services = createTestServices({ store: createMemoryStore(() => 0) });
const responses = createApiResponses(services, createOnDemandEncoder());
const route = { kind: 'nowhere', mirror: 'live', errorFormat: 'rest' } as const;
const headersOf = (headers: Record<string, string>) =>
  new Map(headerEntries(responses.plain({ status: 200, headers, body: '{}' }, route).headers));

it('a response that states no caching is not stored, one that does keeps its own', () => {
  expect(headersOf({}).get('cache-control')).toBe('no-store');
  expect(headersOf({ 'cache-control': 'public, max-age=60' }).get('cache-control')).toBe('public, max-age=60');
});
