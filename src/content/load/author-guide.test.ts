import { expect, test } from 'vitest';
import { ruleTable } from '../checks/rules.ts';
import { writeKeyTable, writeRuleTable } from './author-guide.ts';
import { ArticleFrontMatter } from './schema.ts';

test('every key has a row with a sentence, and says whether it is required', () => {
  const rows = writeKeyTable('article').trim().split('\n').slice(2);
  expect(rows).toHaveLength(Object.keys(ArticleFrontMatter.shape).length);
  expect(rows.every((row) => /^\| `\w+` \| (?:yes|no) \| [^|]{20,}\.? \|$/.test(row))).toBe(true);
  expect(rows.filter((row) => row.includes('| yes |')).map((row) => row.split('`')[1])).toEqual([
    'title',
    'description',
    'tier',
    'date',
    'authors',
  ]);
});

test('every rule has a row with its severity', () => {
  const rows = writeRuleTable().trim().split('\n').slice(2);
  expect(rows).toHaveLength(Object.keys(ruleTable).length);
  expect(rows).toContain('| `html-allowed` | always error | Raw HTML is refused but for a few plain tags. |');
});
