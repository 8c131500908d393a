import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseFrontMatter } from './front-matter-parser.ts';
import { normalise } from './source-file.ts';

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
      const { body, bodyStart, failures } = parseFrontMatter(text);
      expect(text.slice(bodyStart)).toBe(body);
      if (failures.length === 0) expect(text.slice(0, bodyStart)).toMatch(/^---\n(?:[\s\S]*\n)?---(?:\n|$)/);
      for (const { at } of failures) expect(at >= 0 && at <= text.length).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('code in front matter is never run', () => {
  for (const language of ['js', 'javascript', 'json', 'coffee', 'toml', 'yaml']) {
    const { data, failures, body } = parseFrontMatter(`---${language}\n{ a: (globalThis.ran = true) }\n---\nbody`);
    expect(failures).toHaveLength(1);
    expect(data).toEqual({});
    expect(body).toBe('body');
  }
  expect(Reflect.has(globalThis, 'ran')).toBe(false);
});

test('the second parse of a broken file fails as the first did', () => {
  const broken = '---\ntitle: "open\n---\nbody\n';
  const first = parseFrontMatter(broken);
  expect(first.failures).toHaveLength(1);
  expect(parseFrontMatter(broken)).toMatchObject({ data: first.data, failures: first.failures, body: 'body\n' });
});

test('one broken key hides no other, and its words are still there', () => {
  const { data, failures } = parseFrontMatter(
    '---\ntitle: Vary: one header\ntier: free\ntags: [a\ndate:2026-01-01\ndescription: it goes\non here\n---\n',
  );
  expect(data).toEqual({ title: 'Vary: one header', tier: 'free', description: 'it goes' });
  expect(failures.map(({ message }) => message)).toEqual([
    'Put a space after the colon of date',
    'This line is not "key: value"; if it continues the value above, indent it by two spaces',
    'Put the title in quotes, because the colon in it begins another key: title: "Vary: one header"',
    'The [ that opens here is not closed; add ]',
  ]);
});
