import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFrontMatter } from './front-matter.ts';
import { normalise } from './source.ts';

const piece = fc.oneof(
  fc.constantFrom(
    '---',
    '---\n',
    '\n',
    '---js\n',
    '--- ',
    '----\n',
    'title: x\n',
    'a: &a [*a]\n',
    'b: *a\n',
    '<<: *a\n',
    '!!js/function ',
    '{',
    '}',
    '[',
    '- ',
    ': ',
    '"',
    "'",
    '# c\n',
    '? ',
    '%YAML 1.1\n',
    '\uFEFF',
    '...\n',
    '__proto__: { x: 1 }\n',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

test('any text is parsed or reported within its bounds, never thrown', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), fc.boolean(), (pieces, isOpened) => {
      const text = normalise(`${isOpened ? '---\n' : ''}${pieces.join('')}`);
      const front = parseFrontMatter(text);
      if (front.kind === 'parsed') {
        expect(text.slice(0, front.bodyStart)).toMatch(/^---\n(?:[\s\S]*\n)?---(?:\n|$)/);
        return;
      }
      expect(front.failures.length).toBeGreaterThan(0);
      for (const { at } of front.failures) expect(at >= 0 && at <= text.length).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('code in front matter is never run', () => {
  for (const language of ['js', 'javascript', 'json', 'coffee', 'toml', 'yaml']) {
    expect(parseFrontMatter(`---${language}\n{ a: (globalThis.ran = true) }\n---\n`).kind).toBe('failed');
  }
  expect(Reflect.has(globalThis, 'ran')).toBe(false);
});

test('the second parse of a broken file fails as the first did', () => {
  const broken = '---\ntitle: "open\n---\nbody\n';
  expect(parseFrontMatter(broken)).toEqual(parseFrontMatter(broken));
  expect(parseFrontMatter(broken).kind).toBe('failed');
});
