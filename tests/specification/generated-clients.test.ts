import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, baseUrl } from '../support/client.ts';

/** Inside the project, so that what is generated finds its packages. */
const folder = resolve('.test-build', 'generated');

const withOpenapiTypescript = `
import createClient from 'openapi-fetch';
import type { paths } from './schema';

export async function subscribeAndRead(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  const { data: list } = await client.GET('/api/v1/articles', { params: { query: { page: 1, per_page: 5, tier: 'paid' } } });
  const slug: string = list?.data[0]?.slug ?? '';
  const path = { params: { path: { slug } } };
  const refused = await client.GET('/api/v1/articles/{slug}', path);
  const { data: key } = await client.POST('/api/v1/agent/subscribe');
  const headers = { authorization: 'Bearer ' + key?.api_key };
  const read = await client.GET('/api/v1/articles/{slug}', { ...path, headers });
  const { data: second } = await client.GET('/api/v1/articles', { params: { query: { page: 2, per_page: 1, updated_since: '2020-01-01' } } });
  const page: number | undefined = second?.pagination.page;
  const { data: answer } = await client.GET('/ask', { params: { query: { query: 'payment', num_results: 2, mode: 'summarize' } } });
  // A stream of events is a text; this was not asked for one.
  const found = typeof answer === 'object' ? answer.results.length : undefined;
  const { data: changes } = await client.GET('/api/v1/changes', { params: { query: { limit: 1 } } });
  const more: boolean | undefined = changes?.has_more;
  return { refused: refused.response.status, level: read.data?.access_level, markdown: read.data?.markdown, page, found, more };
}
`;

const withHeyApi = `
import { createClient, createConfig } from './sdk/client';
import { agentSubscribe, askGet, getArticle, listArticles, listChanges } from './sdk/sdk.gen';

export async function subscribeAndRead(baseUrl: string) {
  const client = createClient(createConfig({ baseUrl }));
  const { data: list } = await listArticles({ client, query: { page: 1, per_page: 5, tier: 'paid' } });
  const slug: string = list?.data[0]?.slug ?? '';
  const refused = await getArticle({ client, path: { slug } });
  const { data: key } = await agentSubscribe({ client });
  const read = await getArticle({ client, path: { slug }, auth: () => key?.api_key });
  const { data: second } = await listArticles({ client, query: { page: 2, per_page: 1, updated_since: '2020-01-01' } });
  const page: number | undefined = second?.pagination.page;
  const { data: answer } = await askGet({ client, query: { query: 'payment', num_results: 2, mode: 'summarize' } });
  const { data: changes } = await listChanges({ client, query: { limit: 1 } });
  const more: boolean | undefined = changes?.has_more;
  return { refused: refused.response?.status, level: read.data?.access_level, markdown: read.data?.markdown, page, found: answer?.results.length, more };
}
`;

const Module = z.object({ subscribeAndRead: z.function({ input: [z.string()], output: z.promise(z.unknown()) }) });

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const description = join(folder, 'openapi.json');
  writeFileSync(description, await (await ask('/openapi.json')).text());
  const run = (command: string, ...args: string[]) =>
    execFileSync(join('node_modules', '.bin', command), args, { stdio: 'pipe' });
  run('openapi-typescript', description, '-o', join(folder, 'schema.d.ts'));
  run('openapi-ts', '-i', description, '-o', join(folder, 'sdk'), '--silent');
  writeFileSync(join(folder, 'openapi-typescript.ts'), withOpenapiTypescript);
  writeFileSync(join(folder, 'hey-api.ts'), withHeyApi);
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    noEmit: true,
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
  };
  const config = { compilerOptions, include: ['*.ts', 'sdk'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
}, 120_000);

it('two generators make clients that compile strictly, with page: 1 as a number', () => {
  const tsc = () => execFileSync('node_modules/.bin/tsc', ['-p', folder], { stdio: 'pipe', encoding: 'utf8' });
  expect(tsc).not.toThrow();
});

it.each(['openapi-typescript', 'hey-api'])(
  'the client of %s subscribes, reads a paid article, pages, asks and follows',
  async (name) => {
    const { subscribeAndRead } = Module.parse(await import(join(folder, `${name}.ts`)));
    expect(await subscribeAndRead(baseUrl)).toEqual({
      refused: 402,
      level: 'subscriber',
      markdown: expect.stringMatching(/\w/),
      page: 2,
      found: 2,
      more: true,
    });
  },
);
