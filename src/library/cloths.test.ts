import { expect, it } from 'vitest';
import { listCloths } from './cloths.ts';
import { contrast, parseColour } from './colour.ts';

it.each([undefined, '#0b5f4c', '#7a1020', '#1d3f8f', '#333333'])(
  'draws threads that stand out from the ground, with the accent %s',
  (accent) => {
    for (const cloth of listCloths(accent))
      for (const [ground, , thread, knot] of [cloth.light, cloth.dark]) {
        expect(contrast(parseColour(ground), parseColour(thread))).toBeGreaterThan(4);
        expect(contrast(parseColour(ground), parseColour(knot))).toBeGreaterThan(1.3);
      }
  },
);
