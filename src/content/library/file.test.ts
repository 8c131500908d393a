import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBodyWriter, openBody, textsOf } from './file.ts';

test('every body comes back as it was, however long and in whatever letters', () => {
  const long = fc.constant('é€😀'.repeat(200_000));
  const text = fc.oneof({ weight: 9, arbitrary: fc.string({ unit: 'grapheme', maxLength: 200 }) }, long);
  fc.assert(
    fc.property(fc.array(fc.record({ markdown: text, html: text }), { maxLength: 12 }), (bodies) => {
      const pieces: Buffer[] = [];
      const writer = createBodyWriter((bytes) => pieces.push(Buffer.from(bytes)));
      const places = bodies.map(writer.add);
      writer.end();
      const texts = Buffer.concat(pieces);
      const opened = places.map((place) => openBody(place, textsOf(texts)));
      expect(opened.map(({ markdown, html }) => ({ markdown, html }))).toEqual(bodies);
      expect(texts.length).toBe(Buffer.byteLength(bodies.map(({ markdown, html }) => markdown + html).join('')));
    }),
    { numRuns: 50 },
  );
});
