import fc from 'fast-check';
import { expect, it } from 'vitest';
import { analyse } from './analyse.ts';

const anyText = fc.string({ unit: 'binary', maxLength: 300 });

it('takes any text and gives short terms of letters and digits, the same ones every time', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const terms = analyse(text);
      for (const term of terms) expect(term).toMatch(/^[\p{L}\p{N}]{1,40}$/u);
      expect(analyse(text)).toEqual(terms);
    }),
  );
});

it('does not care about composition, nor about case but for where words meet in an identifier', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-zA-Zéüß0-9 -]{0,80}$/), (text) => {
      expect(analyse(text.toUpperCase())).toEqual(analyse(text.toLowerCase()));
      expect(analyse(text.normalize('NFD'))).toEqual(analyse(text));
    }),
  );
});
