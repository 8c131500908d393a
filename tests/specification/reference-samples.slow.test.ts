import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../../src/contract/operations.ts';
import { anyAddress } from '../support/any-address.ts';
import { ask, newKey, postJson } from '../support/client.ts';
import { folderOfTest } from '../support/folders.ts';
import { callFromManyAddresses } from '../support/own-address.ts';

/**
 * How a reader runs a block of each language, and a file beside it that makes the program call from an address of its
 * own.
 */
const runners = {
  bash: {
    command: 'bash',
    options: (_: string) => ['-c'],
    file: '.curlrc',
    callFrom: (address: string) => `interface = "${address}"\n`,
  },
  js: {
    command: process.execPath,
    options: (folder: string) => ['--import', join(folder, 'address.mjs'), '--input-type=module', '-e'],
    file: 'address.mjs',
    callFrom: (address: string) =>
      `import { Socket } from 'node:net';
       const connect = Socket.prototype.connect;
       Socket.prototype.connect = function (...given) {
         Object.assign([given[0]].flat()[0], { localAddress: '${address}', family: 4 });
         return connect.apply(this, given);
       };`,
  },
  python: {
    command: 'python3',
    options: (_: string) => ['-c'],
    file: 'sitecustomize.py',
    callFrom: (address: string) =>
      [
        'import socket',
        'connect = socket.create_connection',
        `socket.create_connection = lambda to, timeout, _: connect(("127.0.0.1", to[1]), timeout, ("${address}", 0))`,
      ].join('\n'),
  },
} as const;
type Runner = (typeof runners)[keyof typeof runners];

const pages = ['articles', 'pricing', 'access', 'ask', 'mcp', 'checkout', 'evidence', 'oauth'];
const reference = (
  await Promise.all(pages.map(async (page) => (await ask(`/developers/reference-${page}.md`)).text()))
).join('\n');

/** Of one operation, the block of a language. */
function findSample(id: string, language: string): string {
  const section = reference.split(`### operation-${id}\n`)[1]?.split('\n### ')[0] ?? '';
  return new RegExp(`\`\`\`${language}\\n([^]*?)\\n\`\`\``).exec(section)?.[1] ?? '';
}

describe('the API reference', () => {
  it('has every operation that can succeed, and a sample and an answer for each that the service was asked', () => {
    const described = Object.entries(operations).filter(([, operation]) => !('isAlwaysRefused' in operation));
    expect(described.map(([id]) => id).filter((id) => !reference.includes(`### operation-${id}\n`))).toEqual([]);
    for (const id of ['listArticles', 'agentSubscribe', 'askPost', 'mcpProduct', 'oauthToken', 'checkoutCreate']) {
      for (const language of ['bash', 'js', 'python', 'json'])
        expect(findSample(id, language), `${id} ${language}`).not.toBe('');
    }
  });

  it('shows no key: samples read one from the environment', () => {
    expect(findSample('getAccount', 'python')).toContain("os.environ['KEY']");
    expect(findSample('getAccount', 'bash')).toContain('Bearer $KEY');
  });

  it('shows no Idempotency-Key: whoever copied it from behind the same address would get the same subscription', () => {
    expect(reference).not.toMatch(/Idempotency-Key'?"?: /);
  });
});

callFromManyAddresses();

/** One for all of them: a reader subscribes and registers once. */
const key = await newKey();
const client = await (
  await postJson('/agent/auth/register', { client_name: 'A reader', grant_types: ['client_credentials'] })
).json();

async function postForm(path: string, form: Record<string, string>): Promise<Record<string, unknown>> {
  const response = await ask(path, { method: 'POST', body: new URLSearchParams(form) });
  return z.record(z.string(), z.unknown()).parse(await response.json());
}

/** What readers have of their own; revoking, completing and cancelling use up theirs. */
async function makeEnvironment(): Promise<Record<string, string>> {
  const session = await postJson('/checkout_sessions', {});
  const { access_token } = await postForm('/agent/auth/token', {
    grant_type: 'client_credentials',
    client_id: 'an-agent',
    client_secret: key,
  });
  return {
    KEY: key,
    SESSION: (await session.json()).id,
    ACCESS_TOKEN: String(access_token),
    CLIENT_ID: client.client_id,
    CLIENT_SECRET: client.client_secret,
  };
}

async function run(runner: Runner, code: string, environment: Record<string, string>) {
  const folder = folderOfTest();
  await writeFile(join(folder, runner.file), runner.callFrom(anyAddress()));
  const env = { ...process.env, ...environment, CURL_HOME: folder, PYTHONPATH: folder };
  const child = spawn(runner.command, [...runner.options(folder), code], { env });
  let output = '';
  let complaint = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (complaint += chunk));
  const [status] = await once(child, 'close');
  return { status, output, complaint };
}

/** Every operation that the reference shows a sample of. */
const shown = Array.from(reference.matchAll(/^### operation-(\w+)$/gm), ([, id = '']) => id).filter(
  (id) => findSample(id, 'bash') !== '',
);

/**
 * One of each kind: bare, with a key, with a body, with what is the reader's in the address and in a form, without an
 * answer, refused.
 */
const kinds = ['getPricing', 'getAccount', 'askPost', 'checkoutUpdate', 'oauthToken', 'oauthRevoke', 'oauthAuthorize'];

describe.each(Object.entries(runners))('the samples in %s', (language, runner) => {
  const canRun = spawnSync(runner.command, ['--version']).status === 0;

  it.skipIf(!canRun)(
    'run as they stand, each with the answer that is shown under it',
    async () => {
      expect(shown.length).toBeGreaterThan(20);
      const faults: string[] = [];
      const check = async (id: string) => {
        const code = findSample(id, language);
        const { status, output, complaint } = await run(runner, code, await makeEnvironment());
        if (status !== 0 || complaint !== '') faults.push(`${id} ended with ${status}: ${complaint}`);
        const answer = findSample(id, 'json');
        const members = answer === '' ? ['200'] : Object.keys(JSON.parse(answer));
        const missing = members.filter((member) => !output.includes(member));
        if (missing.length > 0) faults.push(`${id} answered without ${missing}: ${output}`);
      };
      // Two at a time: more would only wait for each other.
      const left = language === 'bash' ? [...shown] : [...kinds];
      const lane = async () => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) await check(id);
      };
      await Promise.all([lane(), lane()]);
      expect(faults).toEqual([]);
    },
    60_000,
  );
});
