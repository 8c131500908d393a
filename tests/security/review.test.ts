import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { printUsage } from '../../src/cli/arguments.ts';
import { runShare } from '../../src/cli/share.ts';
import { dayMs } from '../../src/library/durations.ts';
import { readConfig } from '../../src/server/process/config.ts';
import { type RunningService, startService } from '../../src/server/process/service.ts';
import { folderOfFile } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { testPublication, testReleases } from '../support/test-build.ts';

const folder = folderOfFile();
const content = join(folder, 'content');
const words = 'Ultramarine quagga words that only reviewers read.';
const chart = `\`\`\`chart
form: bar
title: Two bars
description: One of 1 and one of 2
data: { values: [{ what: one, count: 1 }, { what: two, count: 2 }] }
label: what
value: count
unit: letters
\`\`\`
`;
const lines: string[] = [];
let now = Date.now();
let running: RunningService;
let address: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  vi.stubEnv('RELEASE_DIR', testReleases);
  await cp(join(testPublication, 'content'), content, { recursive: true });
  await cp(
    'tests/fixtures/content/twenty-mistakes/content/articles/broken-above/chart.svg',
    join(content, 'articles/for-review/chart.svg'),
  );
  const front =
    'title: A draft for its reviewers\ndescription: A description that is long enough for the rule about it.\ntier: paid\ndate: 2026-10-01\nauthors: [quire-editors]\ndraft: true';
  await writeFile(
    join(content, 'articles/for-review.md'),
    `---\n${front}\n---\n\nShown to all.\n\n<!-- more -->\n\n${words}\n\n![Bars](for-review/chart.svg)\n\n${chart}`,
  );
  const port = await freePort();
  env = { BASE_URL: inject('baseUrl'), PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_PATHS: 'on' };
  const output = { write: (line: string) => lines.push(line) };
  running = await startService({ config: readConfig(env), log: pino({ level: 'silent' }), output, now: () => now });
  address = `http://localhost:${port}`;
});

afterAll(() => running.stop());

async function share(...args: string[]): Promise<{ code: number; printed: string; path: string }> {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const shared = runShare([...args, '--content', content], { print, now, env });
  const code = await shared.catch((cause: unknown) => printUsage(cause, print));
  return { code, printed, path: /\/review\/\w+/.exec(printed)?.[0] ?? '' };
}

const read = (path: string) => fetch(address + path);

it('shows a draft with its pictures to whoever has the link, and tells every cache and index to leave it alone', async () => {
  const { code, path } = await share('for-review', '--days', '3');
  expect(code).toBe(0);
  const response = await read(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
  const page = await response.text();
  expect(page).toContain(words);
  expect(page).toContain('src="data:image/svg+xml;base64,');
  expect(page).toContain('<meta name="robots" content="noindex">');
  expect(page).not.toContain('for-review');
  expect(page).toContain('Two bars');
  // It has no files to load, no citation and no key to sign out.
  expect(page).not.toMatch(/>(?:CSV|SVG|PNG|Cite)<\/a>|Sign out/);
});

it('names the draft in no list, feed, index or log', async () => {
  const { path } = await share('for-review');
  await read(path);
  const places = [
    '/',
    '/articles',
    '/feed.xml',
    '/feed.json',
    '/feed.atom',
    '/sitemap.xml',
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/api/v1/articles?per_page=100',
    '/api/v1/changes',
    '/ask?query=ultramarine+quagga',
    '/search?q=ultramarine+quagga',
  ];
  for (const place of places) {
    const response = await read(place);
    expect(response.status, place).toBe(200);
    const text = await response.text();
    expect(text.includes('for-review') || text.includes('for its reviewers') || text.includes('/review/'), place).toBe(
      false,
    );
  }
  expect((await read('/articles/for-review')).status).toBe(404);
  expect((await read('/figures/for-review/chart.svg')).status).toBe(404);
  const log = lines.join('');
  expect(log).toContain('/review/[redacted]');
  expect(log).not.toContain(path.slice('/review/'.length));
});

it('ends a link that is revoked or expired, and does not tell it from one that never was', async () => {
  const { path } = await share('for-review', '--days', '1');
  expect((await read(path)).status).toBe(200);
  const forged = await read(`/review/${'0'.repeat(64)}`);
  now += dayMs;
  expect((await read(path)).status).toBe(404);
  now -= dayMs;
  expect((await read(path)).status).toBe(200);
  expect((await share('for-review', '--revoke')).code).toBe(0);
  const revoked = await read(path);
  expect(revoked.status).toBe(404);
  expect(await revoked.text()).toBe(await forged.text());
  expect((await share('for-review', '--revoke')).code).toBe(1);
});

it.each([
  [['no-such-article'], 1, /no readable article/],
  [['for-review', '--days', '0'], 2, /1 to 90/],
  [['for-review', '--days', 'many'], 2, /1 to 90/],
  [[], 2, /No article is named/],
])('refuses %j with what to do', async (args, code, said) => {
  const refused = await share(...args);
  expect(refused.code).toBe(code);
  expect(refused.printed).toMatch(said);
});

it('does not share what is published', async () => {
  const { code, printed } = await share('http-402-what-it-is-for');
  expect(code).toBe(1);
  expect(printed).toMatch(/not a draft and not scheduled/);
});
