import { expect, it } from 'vitest';
import { drawBytes } from './random.ts';

it('draws as many bytes as were asked for, and none twice', () => {
  const drawn = Array.from({ length: 3_000 }, () => Buffer.from(drawBytes(16)).toString('hex'));
  expect(new Set(drawn).size).toBe(3_000);
  expect(drawn.every((hex) => hex.length === 32)).toBe(true);
  expect(drawn.join('')).not.toContain('0'.repeat(24));
  expect([0, 1, 4_095, 4_096, 10_000].map((length) => drawBytes(length).length)).toEqual([0, 1, 4_095, 4_096, 10_000]);
});

it('keeps what it handed out as it is when more is drawn', () => {
  const first = drawBytes(32);
  const before = Buffer.from(first).toString('hex');
  for (let round = 0; round < 500; round += 1) drawBytes(32);
  expect(Buffer.from(first).toString('hex')).toBe(before);
});
