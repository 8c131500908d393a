import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createPublicationEnv } from './publication-env.ts';
import type { ListedPublication } from './publication-list.ts';

const root = mkdtempSync(join(tmpdir(), 'quire-env-'));
afterAll(() => rmSync(root, { recursive: true }));

function list(name: string, { env, hosts = [name] }: { env?: string; hosts?: string[] } = {}): ListedPublication {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  if (env !== undefined) writeFileSync(join(folder, '.env'), env);
  return { name, folder, hosts };
}

it.each([
  ['BASE_URL', 'BASE_URL=https://papers.example', 'papers.example'],
  ['ALLOWED_HOSTS', 'ALLOWED_HOSTS=other.example, WWW.papers.example:8080', 'www.papers.example'],
])('refuses a publication whose .env names a host of another one in %s, and not the other', (variable, env, host) => {
  const papers = list('papers.example', { hosts: ['papers.example', 'www.papers.example'] });
  const copy = list('copy.example', { env });
  const all = [papers, copy];
  expect(() => createPublicationEnv(copy, { env: {}, all })).toThrow(
    `The .env of copy.example has ${host} in ${variable}, and this host belongs to the publication papers.example: give copy.example a ${variable} of its own.`,
  );
  expect(createPublicationEnv(papers, { env: {}, all })).toMatchObject({ BASE_URL: 'https://papers.example' });
});

it('takes a further name of its own, and a host that no publication has, as base URL', () => {
  const papers = list('papers.example', {
    env: 'BASE_URL=https://www.papers.example',
    hosts: ['papers.example', 'www.papers.example'],
  });
  const journal = list('journal.example', { env: 'BASE_URL=https://cdn.example' });
  for (const one of [papers, journal])
    expect(() => createPublicationEnv(one, { env: {}, all: [papers, journal] })).not.toThrow();
});

it('leaves a publication alone whose neighbour in a shared store has an .env that cannot be read', () => {
  const papers = list('shared.example', { env: '' });
  const unreadable = list('unreadable.example');
  mkdirSync(join(unreadable.folder, '.env'));
  const about = { env: { STORE_URL: 'redis://localhost' }, all: [papers, unreadable] };
  expect(createPublicationEnv(papers, about)).toMatchObject({ STORE_PREFIX: 'shared.example' });
  expect(() => createPublicationEnv(unreadable, about)).toThrow('EISDIR');
});
