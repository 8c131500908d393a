import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, baseUrl } from '../support/client.ts';
import { type Example, readConsoleExamples, readPageExamples } from './example-document.ts';
import { runExamples } from './example-shell.ts';

const canRun = ['bash', 'curl'].every((command) => spawnSync(command, ['--version']).status === 0);

const readPage = async (path: string) => (await ask(path)).text();

const developers = await readPage('/developers.md');
const auth = await readPage('/auth.md');
const readme = readFileSync('README.md', 'utf8').replaceAll('localhost:4321', new URL(baseUrl).host);

const documents = [
  {
    name: '/developers.md',
    examples: readPageExamples('/developers.md', developers),
    shells: 21,
    modules: 4,
    flows: [
      '/api/v1/articles?per_page=',
      '?section=$SECTION',
      '/agent/subscribe',
      'Idempotency-Key',
      '--etag-compare',
      '/api/sandbox/v1/',
      '/ask',
      'text/event-stream',
      '"initialize"',
      '"tools/list"',
      '"tools/call"',
      '/mcp/docs',
      'StreamableHTTPClientTransport',
      'client_credentials',
      'authorization_code',
      'code_challenge_method',
      'wrapFetchWithPayment',
      'createSIWxClientExtension',
      '/checkout_sessions',
      'API-Version: 2026-04-17',
    ],
  },
  {
    name: '/auth.md',
    examples: readPageExamples('/auth.md', auth),
    shells: 14,
    modules: 0,
    flows: [
      'oauth-protected-resource',
      'oauth-authorization-server',
      '/agent/subscribe',
      '"type":"anonymous"',
      '/agent/auth/register',
      'client_credentials',
      '/agent/auth/introspect',
      '/agent/auth/revoke',
      '/mcp',
    ],
  },
  {
    name: 'README.md',
    examples: readConsoleExamples('README.md', readme, 'Try it'),
    shells: 4,
    modules: 0,
    flows: ['/api/v1/articles', '/agent/subscribe', '/ask'],
  },
];

describe.skipIf(!canRun).each(documents)('$name, run by bash and curl', ({ examples, shells, modules, flows }) => {
  let run: { done: string[]; faults: string[] };
  beforeAll(async () => {
    run = await runExamples(examples);
  }, 180_000);

  it('works as it stands, and each answer is the one shown', () => {
    expect(run.faults).toEqual([]);
  });

  it('was run to its end, and shows each flow', () => {
    const kinds = examples.filter(({ place }) => run.done.includes(place)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'shell').length).toBeGreaterThanOrEqual(shells);
    expect(kinds.filter((kind) => kind === 'module').length).toBeGreaterThanOrEqual(modules);
    const code = examples.map((example) => example.code).join('\n');
    expect(flows.filter((flow) => !code.includes(flow))).toEqual([]);
  });
});

describe.skipIf(!canRun)('the runner of examples', () => {
  const example = (code: string, shown: string): Example => ({
    place: 'page:1',
    kind: 'shell',
    code,
    answer: { form: 'json', text: shown },
  });

  it.each([
    ['another value', '{"a":{"b":1}}', 'page:1 answered 1 at $.a.b, not 2'],
    ['a missing member', '{"a":{}}', 'page:1 answered without $.a.b'],
    ['something else', 'hello', 'page:1 answered no JSON: hello\n'],
  ])('names the place of %s', async (_, printed, fault) => {
    const { faults } = await runExamples([example(`echo '${printed}'`, '{"a":{"b":2}}')]);
    expect(faults).toEqual([fault]);
  });

  it('ends at an HTTP error that the document does not show', async () => {
    const missing = `curl -s ${baseUrl}/api/v1/no-such-thing`;
    const { done, faults } = await runExamples([example(missing, '{}'), example('echo {}', '{}')]);
    expect(done).toEqual([]);
    expect(faults).toEqual([expect.stringMatching(/^page:1 failed: .*404/)]);
  });
});

describe('each link of', () => {
  it.each([
    ['/developers.md', developers],
    ['/auth.md', auth],
  ])('%s into this site leads to a page and to a place on it', async (_, markdown) => {
    const links = Array.from(markdown.matchAll(/\]\((http[^)\s]+)\)/g), ([, link]) => new URL(String(link)));
    const internal = links.filter(({ origin }) => origin === baseUrl);
    expect(internal.length).toBeGreaterThan(5);
    const broken: string[] = [];
    for (const link of internal) {
      const page = await fetch(link);
      const anchor = link.hash.slice(1);
      const isThere = anchor === '' || (await page.text()).includes(`id="${anchor}"`);
      if (!page.ok || !isThere) broken.push(`${page.status} ${link.href}`);
    }
    expect(broken).toEqual([]);
  });
});
