import { expect, it } from 'vitest';
import { parseColour, readability } from './colour.ts';
import { readAccent, writeLooks } from './looks.ts';

const plain = { typeFaces: {}, madeWithQuire: false, plates: false };

it('writes no rule for a publication that looks as the software does', () => {
  expect(writeLooks(plain)).toBe('');
});

it('writes one accent for light paper and a lighter one for dark', () => {
  const accent = readAccent({ ...plain, accent: '#7a1020' });
  expect(accent?.light).toBe('#7a1020');
  expect(readability(parseColour(accent?.dark ?? ''), 'dark')).toBeGreaterThan(4.5);
  expect(writeLooks({ ...plain, accent: '#7a1020' })).toContain(`--accent:light-dark(#7a1020,${accent?.dark})`);
});

it('names a face, and where its file is', () => {
  const rules = writeLooks({ ...plain, typeFaces: { serif: { family: 'Acme Serif', file: '/fonts/acme.woff2' } } });
  expect(rules).toContain('@font-face{font-family:"Acme Serif"');
  expect(rules).toContain('url("/fonts/acme.woff2")');
  expect(rules).toContain('--serif:"Acme Serif",serif');
});
