import { expect, it } from 'vitest';
import { checkCardTitle, findTypeface } from './card-title.ts';

it.each([
  ['Nguyễn: 31,742 keys “misspelt”', 'serif'],
  ['Как читают машины', 'sans'],
  ['Τι διαβάζουν οι μηχανές', 'sans'],
  ['كيف تقرأ الآلات', undefined],
  ['機械はどう読むか', undefined],
])('finds a typeface for %s: %s', (title, typeface) => {
  expect(findTypeface(title)).toBe(typeface);
  const said: string[] = [];
  checkCardTitle(title, { at: 0, report: (rule) => said.push(rule) });
  expect(said).toEqual(typeface ? [] : ['card-title']);
});
