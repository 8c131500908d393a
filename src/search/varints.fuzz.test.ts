import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createVarintReader, createVarintWriter } from './varints.ts';

it('reads back the numbers that were written, from any of them on', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4_294_967_295), { maxLength: 3_000 }), (numbers) => {
      const writer = createVarintWriter();
      const positions = numbers.map((number) => {
        const position = writer.length();
        writer.write(number);
        return position;
      });
      const reader = createVarintReader(writer.bytes());
      expect(numbers.map(() => reader.read())).toEqual(numbers);
      const middle = Math.floor(numbers.length / 2);
      reader.seek(positions[middle] ?? 0);
      expect(reader.read()).toBe(numbers[middle] ?? 0);
    }),
  );
});
