import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { baseUrl } from '../support/client.ts';
import { folderOfTest } from '../support/folders.ts';
import { openFixtureServer } from './mcp-fixture-server.ts';
import { openOlderClient } from './mcp-older-client.ts';

const Expectations = z.object({
  needNoFixture: z.array(z.string()),
  expectedFailures: z.record(z.string(), z.string()),
});
const Revisions = z.record(z.string(), Expectations);
const program = (name: string) => resolve('node_modules', name, 'dist/index.js');
const suite = [program('@modelcontextprotocol/conformance'), 'server'];
const suites = [
  { revision: '2025-11-25', run: suite, scenarios: 30 },
  {
    revision: '2026-07-28',
    run: [program('mcp-conformance-next'), 'server', '--requirements', '2026-07-28'],
    scenarios: 50,
  },
];
const fixturePort = 5690;

/** Runs server scenarios and reads its summary: scenario to whether it passed. */
async function runSuite(run: readonly string[], url: string): Promise<Map<string, boolean>> {
  const folder = folderOfTest();
  const output = await new Promise<string>((done) => {
    // The suite exits with 1 when a scenario fails, which here is an answer like any other.
    execFile(process.execPath, [...run, '--url', url, '-o', folder], { cwd: folder }, (_, stdout) => done(stdout));
  });
  return new Map([...output.matchAll(/^([✓✗]) ([\w-]+): /gm)].map(([, mark, name = '']) => [name, mark === '✓']));
}

function namesOf(results: Map<string, boolean>, hasPassed: boolean): string[] {
  return [...results]
    .filter(([, passed]) => passed === hasPassed)
    .map(([name]) => name)
    .sort();
}

async function readExpectations(revision: string) {
  const all = Revisions.parse(JSON.parse(await readFile('tests/conformance/expected-failures.json', 'utf8')));
  const expectations = all[revision];
  if (!expectations) throw new Error(`expected-failures.json says nothing of ${revision}.`);
  return expectations;
}

describe.each(suites)('the conformance suite of $revision', ({ revision, run, scenarios }) => {
  it('passes on the real server every scenario that needs no fixture', async () => {
    const { needNoFixture } = await readExpectations(revision);
    const results = await runSuite(run, `${baseUrl}/mcp`);
    expect(results.size).toBe(scenarios);
    expect(namesOf(results, true)).toEqual(needNoFixture.sort());
  });

  it('passes the rest over the same endpoint with fixtures, but for what is listed with its reason', async () => {
    const { expectedFailures } = await readExpectations(revision);
    const fixture = await openFixtureServer(fixturePort);
    try {
      const results = await runSuite(run, fixture.url);
      expect(results.size).toBe(scenarios);
      expect(namesOf(results, false)).toEqual(Object.keys(expectedFailures).sort());
    } finally {
      await fixture.close();
    }
  });
});

// Of the older ones, 2025-03-26 has no scenarios of its own in the suite.
describe.each(['2025-03-26', '2025-06-18'])('the conformance suite of 2025-06-18, spoken in %s', (revision) => {
  const run = [...suite, '--spec-version', '2025-06-18'];

  it('passes on the real server every scenario that needs no fixture', async () => {
    const { needNoFixture } = await readExpectations('2025-06-18');
    const client = await openOlderClient({ target: `${baseUrl}/mcp`, revision });
    try {
      const results = await runSuite(run, client.url);
      expect(results.size).toBe(26);
      expect(namesOf(results, true)).toEqual(needNoFixture.sort());
      expect([...client.spoken]).toEqual([revision]);
    } finally {
      await client.close();
    }
  });

  it('passes the rest over the same endpoint with fixtures, but for what is listed with its reason', async () => {
    const { expectedFailures } = await readExpectations('2025-06-18');
    const fixture = await openFixtureServer(fixturePort);
    const client = await openOlderClient({ target: fixture.url, revision });
    try {
      const results = await runSuite(run, client.url);
      expect(results.size).toBe(26);
      expect(namesOf(results, false)).toEqual(Object.keys(expectedFailures).sort());
      expect([...client.spoken]).toEqual([revision]);
    } finally {
      await client.close();
      await fixture.close();
    }
  });
});
