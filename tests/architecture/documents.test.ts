import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorCodes } from '../../src/contract/errors.ts';
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

it('lists every setting in the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  for (const name of Object.keys(Environment.shape)) expect(readme).toContain(`\`${name}\``);
});

it('names in the README only scripts that package.json has', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  const named = [...readFileSync('README.md', 'utf8').matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(3);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});

it('names in the documents only files that there are', () => {
  const named = globSync(['docs/**/*.md', 'README.md', 'CONTRIBUTING.md']).flatMap((document) =>
    [...readFileSync(document, 'utf8').matchAll(/`((?:src|tests|deploy)\/[\w./-]+)`/g)].map(([, path = '']) => [
      document,
      path,
    ]),
  );
  expect(named.length).toBeGreaterThan(50);
  const gone = named.filter(([, path = '']) => !existsSync(path) && globSync(`${path}*`).length === 0);
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
