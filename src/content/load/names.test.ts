import { expect, test } from 'vitest';
import { parseAuthors } from './authors.ts';

function read(entry: string) {
  const reported: string[] = [];
  const text = `x:\n  ${entry.replaceAll('\n', '\n  ')}\n`;
  const authors = parseAuthors(text, (rule, at, message) => {
    reported.push(`${rule} ${text.slice(at).split('\n')[0]}: ${message}`);
  });
  const record = authors.get('x');
  return { reported, shown: record?.author.name, parts: Object.values(record?.name ?? {}).filter(Boolean) };
}

test.each([
  ['name: Nguyễn Thị Minh Khai', ['Nguyễn', 'Thị Minh Khai']],
  ['name: "Wolfe…, Hubert"', ['Wolfe…', 'Hubert']],
  ['name: Martin Luther King, Jr.', ['King', 'Martin Luther', 'Jr.']],
  ['name: Ada Maria van der Berg', ['van der Berg', 'Ada Maria']],
  ['name: 陳 大文', ['陳', '大文']],
  ['name: Gabriel García Márquez\nfamily: García Márquez\ngiven: Gabriel', ['García Márquez', 'Gabriel']],
  ['name: Subcomandante Insurgente Marcos\nliteral: true', ['Subcomandante Insurgente Marcos']],
  ['name: Wolfe, Deere and Sons\norganization: true', ['Wolfe, Deere and Sons']],
])('%s is cited as %j', (entry, parts) => {
  expect(read(entry).parts).toEqual(parts);
});

test('a name that is given in parts is read in the order in which it is spoken', () => {
  expect(read('family: King\ngiven: Martin Luther\nsuffix: Jr.')).toMatchObject({
    shown: 'Martin Luther King Jr.',
    reported: [],
  });
});

test.each(['name: Gabriel García Márquez', 'name: "Wolfe…, Hubert"'])(
  '%s could be split otherwise, and is reported with how it is cited now',
  (entry) => {
    expect(read(entry).reported.join()).toMatch(/^author-name .*Cited as ".*, .*"; write family: and given:/);
  },
);

test.each(['name: J. R. Smith', 'name: Ada Lovelace', 'name: Trần Hưng Đạo', 'name: Ludwig van Beethoven'])(
  '%s is clear',
  (entry) => {
    expect(read(entry).reported).toEqual([]);
  },
);

test.each([
  ['url: https://example.org', 'x.name: Write name:, or family: and given:'],
  ['name: Ada Lovelace\ngiven: Ada', 'authors-file Ada: x.given: Write family: too'],
  ['name: Ada L\nfamily: L\nliteral: true', 'x.family: Remove it: a name with literal: true is not split'],
])('%j says what is missing or too much', (entry, message) => {
  expect(read(entry).reported.join()).toContain(message);
});
