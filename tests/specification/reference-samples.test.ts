import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { operations } from '../../src/contract/operations.ts';
import { ask, newKey } from '../support/client.ts';

/** How a reader runs a block of each language. */
const runners = {
  bash: { command: 'bash', arguments: ['-c'] },
  js: { command: process.execPath, arguments: ['--input-type=module', '-e'] },
  python: { command: 'python3', arguments: ['-c'] },
} as const;

const pages = ['articles', 'pricing', 'access', 'ask', 'mcp', 'checkout', 'oauth'];
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
    expect(findSample('getAccount', 'python')).toContain('os.environ["KEY"]');
    expect(findSample('getAccount', 'bash')).toContain('Bearer $KEY');
  });
});

const asked = ['listArticles', 'getPricing', 'getAccount', 'askPost', 'agentSubscribe', 'mcpProduct'];

/** One for all of them: a reader subscribes once. */
const key = await newKey();

describe.each(Object.entries(runners))(
  'a sample in %s, run as it stands',
  (language, { command, arguments: options }) => {
    const canRun = spawnSync(command, ['--version']).status === 0;

    it.skipIf(!canRun).each(asked)('%s answers what is shown under it', async (id) => {
      const run = spawnSync(command, [...options, findSample(id, language)], {
        encoding: 'utf8',
        env: { ...process.env, KEY: key },
      });
      expect([run.status, run.stderr]).toEqual([0, '']);
      const shown = Object.keys(z.record(z.string(), z.unknown()).parse(JSON.parse(findSample(id, 'json'))));
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.filter((member) => !run.stdout.includes(member))).toEqual([]);
    });
  },
);
