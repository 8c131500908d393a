import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { pageParts } from '../../src/build/content-build.ts';
import { libraryConditions, libraryValues } from '../../src/content/load/library-facts.ts';
import { licenseIds } from '../../src/content/load/licenses.ts';
import { checkRuleSettings, ruleTable } from '../../src/content/load/rules.ts';
import { ArticleFrontMatter, AuthorsFile, PageFrontMatter, PlansFile } from '../../src/content/load/schema.ts';
import { alertKinds } from '../../src/content/markdown/alerts.ts';
import { isAllowedTag } from '../../src/content/markdown/raw-html.ts';

const guide = readFileSync('docs/authors.md', 'utf8');

/** The lines of a section from its heading to the next one. */
function section(heading: string): string {
  const start = guide.indexOf(`\n## ${heading}\n`);
  if (start === -1) throw new Error(`The guide has no section ${heading}.`);
  const end = guide.indexOf('\n## ', start + 1);
  return guide.slice(start, end === -1 ? undefined : end);
}

function tableOf(heading: string): string {
  return `${section(heading)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n')}\n`;
}

/** What a sentence lists in backticks, from its first words to its full stop. */
function listedAfter(words: string): string[] {
  const [, after = ''] = guide.replaceAll(/\s+/g, ' ').split(words);
  const sentence = after.split(/\.\s/, 1)[0] ?? '';
  return [...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).toSorted();
}

function example(start: string): string {
  const found = [...guide.matchAll(/```(?:yaml|ts)\n([\s\S]*?)```/g)].find(([, code]) => code?.startsWith(start));
  if (!found?.[1]) throw new Error(`The guide has no example that starts with ${start}.`);
  return found[1].replaceAll(/^---$/gm, '');
}

function writeTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return `${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`;
}

it.each([
  ['Front matter', ArticleFrontMatter],
  ['Pages', PageFrontMatter],
])('lists under "%s" every front-matter key of the schema with its sentence, and no other', (heading, schema) => {
  const rows = Object.entries(schema.shape).map(([key, value]) => {
    const sentence = z.globalRegistry.get(value)?.description ?? '';
    expect(sentence.length, key).toBeGreaterThan(20);
    return [`\`${key}\``, value.safeParse(undefined).success ? 'no' : 'yes', sentence];
  });
  expect(tableOf(heading)).toBe(writeTable(['Key', 'Required', 'What it is for'], rows));
});

it('lists every rule with its severity, and no other', () => {
  const rows = Object.entries(ruleTable).map(([name, rule]) => [
    `\`${name}\``,
    'isFixed' in rule ? 'always error' : rule.severity,
    rule.summary,
  ]);
  expect(tableOf('Every rule')).toBe(writeTable(['Rule', 'Severity', 'What it asks for'], rows));
});

it('lists every licence, alert, tag, generated part and value', () => {
  const { generated, values } = pageParts({ BASE_URL: 'https://example.org', KEY_PREFIX: 'example' });
  const names = (keys: Iterable<string>) => [...keys].toSorted();
  expect(listedAfter('**Licences** are SPDX ids:')).toEqual(names(licenseIds));
  expect(listedAfter('whose first line is a kind:')).toEqual(
    names(alertKinds.map((kind) => `[!${kind.toUpperCase()}]`)),
  );
  expect(listedAfter('generated from the code:')).toEqual(names(Object.keys(generated)));
  expect(listedAfter('the oldest released article of each tier:')).toEqual(
    names(libraryValues.map((name) => `{${name}}`)),
  );
  for (const fact of libraryConditions) expect(listedAfter('Conditions are')).toContain(fact);
  expect(listedAfter('values of the deployment:')).toEqual(names(Object.keys(values).map((name) => `{${name}}`)));
  const tags = listedAfter('**Raw HTML** is not allowed, except for');
  expect(tags.length).toBeGreaterThan(5);
  expect(tags.filter((tag) => !isAllowedTag(tag))).toEqual([]);
});

it.each<[string, z.ZodType]>([
  ['---\ntitle:', ArticleFrontMatter],
  ['carberry:', AuthorsFile],
  ['tiers:', PlansFile],
])('shows an example that the schema takes: %j', (start, schema) => {
  expect(schema.safeParse(parse(example(start))).error).toBeUndefined();
});

it('shows settings of rules that can be set', () => {
  const settings = Object.fromEntries(
    [...example('rules:').matchAll(/'([\w-]+)': '(off|warn|error)'/g)].map(([, name, severity]) => [name, severity]),
  );
  expect(Object.keys(settings)).toHaveLength(2);
  expect(checkRuleSettings(settings)).toEqual([]);
});
