import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { writeEnvExample } from '../../src/cli/env-example.ts';
import { errorCodes } from '../../src/contract/errors.ts';
import { Environment } from '../../src/server/process/config.ts';
import { readNames } from '../specification/contract-document.ts';

it('lists every setting in .env.example as the configuration describes it', () => {
  expect(readFileSync('.env.example', 'utf8')).toBe(writeEnvExample());
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

it.each(['docs/threat-model.md', 'docs/reliability.md', 'docs/scaling.md'])(
  'names in %s only files that there are',
  (document) => {
    const named = [...readFileSync(document, 'utf8').matchAll(/`((?:src|tests|deploy)\/[\w./-]+)`/g)].map(
      ([, path = '']) => path,
    );
    expect(named.length).toBeGreaterThan(0);
    for (const path of named) expect([path, existsSync(path) || globSync(`${path}*`).length > 0]).toEqual([path, true]);
  },
);

it('has the settings that docs/contract.md lists, and no other', () => {
  expect(readNames('Environment').toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
});

it('has every error code that docs/contract.md lists', () => {
  const listed = readNames('error.code');
  expect(listed.length).toBeGreaterThan(20);
  expect(errorCodes).toEqual(expect.arrayContaining(listed));
});
