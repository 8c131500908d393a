import { expect, it } from 'vitest';
import { readerHeaders } from './reader-access.ts';

it('lets no cache store what one reader may see, nor take it for what another gets', () => {
  expect(new Headers(readerHeaders).get('cache-control')).toMatch(/(?=.*\bprivate\b)(?=.*\bno-store\b)/);
  expect(new Headers(readerHeaders).get('vary')).toBe('Cookie');
});
