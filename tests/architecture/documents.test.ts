import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/error-table.ts';
import { Settings } from '../../src/library/publication-settings.ts';
import { Environment } from '../../src/server/process/config.ts';
import { readNames } from '../specification/contract-document.ts';

it('lists every setting in .env.example as the configuration describes it', () => {
  // All commented out, because every one has a default.
  const settings = Object.entries(Environment.shape).map(
    ([name, schema]) => `\n# ${schema.meta()?.description}\n#${name}=\n`,
  );
  const [, ...listed] = readFileSync('.env.example', 'utf8').split(/(?<=\n)(?=\n)/);
  expect(listed).toEqual(settings);
});

it('lists every setting in docs/settings.md, with its default', () => {
  const listed = [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `(\w+)` \| .+ \| .+ \|$/gm)];
  expect(listed.map(([, name]) => name)).toEqual(Object.keys(Environment.shape));
});

it('lists every key of site.config.ts in docs/publication.md', () => {
  const [, table = ''] = readFileSync('docs/publication.md', 'utf8').split('| Key | Default | What it is |');
  const keys = [...table.matchAll(/^\| `(\w+)/gm)].map(([, key]) => key);
  expect([...new Set(keys)].toSorted()).toEqual(Object.keys(Settings.shape).toSorted());
});

/** What the documents name in a form whose first group is a name, each with the document. */
function namedAs(form: RegExp): [document: string, name: string][] {
  return globSync(['docs/**/*.md', 'README.md', 'CONTRIBUTING.md']).flatMap((document) =>
    Array.from(readFileSync(document, 'utf8').matchAll(form), ([, name = '']): [string, string] => [document, name]),
  );
}

it('names in the documents only scripts that package.json has', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = namedAs(/npm run (?:-s )?([\w:]+)/g);
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(([, name]) => !(name in scripts))).toEqual([]);
});

it('names in the documents only files that there are', () => {
  const named = namedAs(/`((?:src|tests|deploy)\/[\w./-]+)`/g);
  expect(named.length).toBeGreaterThan(50);
  const gone = named.filter(([, path]) => !existsSync(path) && globSync(`${path}*`).length === 0);
  expect(gone).toEqual([]);
});

it('has the settings that docs/contract.md lists, and no other', () => {
  expect(readNames('Environment').toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
});

it('has every error code that docs/contract.md lists', () => {
  const listed = readNames('error.code');
  expect(listed.length).toBeGreaterThan(20);
  expect(errorCodes).toEqual(expect.arrayContaining(listed));
});
