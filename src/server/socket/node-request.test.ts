import { expect, it } from 'vitest';
import { chooseRequestId, newRequestId } from './node-request.ts';

it('names no two requests alike', () => {
  const names = Array.from({ length: 2_000 }, newRequestId);
  expect(new Set(names).size).toBe(2_000);
  for (const name of names) expect(name).toMatch(/^[\w-]{16}$/);
});

it.each([
  ['mine-1_2', true],
  ['', false],
  ['a b', false],
  ['a"b', false],
  ['x'.repeat(65), false],
])('echoes %j: %s', (offered, isEchoed) => {
  expect(chooseRequestId({ headers: { 'x-request-id': offered } }) === offered).toBe(isEchoed);
});
