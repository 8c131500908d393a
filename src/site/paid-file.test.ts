import { expect, it } from 'vitest';
import { privateHeaders } from './paid-file.ts';

it('lets no cache store a paid file, nor take it for what another caller gets', () => {
  expect(new Headers(privateHeaders).get('cache-control')).toMatch(/(?=.*\bprivate\b)(?=.*\bno-store\b)/);
  expect(new Headers(privateHeaders).get('vary')?.split(', ')).toEqual(['Authorization', 'Cookie']);
});
