import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { baseUrl } from '../support/client.ts';
import { openFixtureServer } from './mcp-fixture-server.ts';

const Expectations = z.object({
  needNoFixture: z.array(z.string()),
  expectedFailures: z.record(z.string(), z.string()),
});
const suite = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
const fixturePort = 5690;

/** Runs the active server scenarios and reads its summary: scenario to whether it passed. */
async function runSuite(url: string): Promise<Map<string, boolean>> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-conformance-'));
  try {
    const output = await new Promise<string>((done) => {
      // The suite exits with 1 when a scenario fails, which here is an answer like any other.
      execFile(process.execPath, [suite, 'server', '--url', url, '-o', folder], { cwd: folder }, (_, stdout) =>
        done(stdout),
      );
    });
    return new Map([...output.matchAll(/^([✓✗]) ([\w-]+): /gm)].map(([, mark, name = '']) => [name, mark === '✓']));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function namesOf(results: Map<string, boolean>, hasPassed: boolean): string[] {
  return [...results]
    .filter(([, passed]) => passed === hasPassed)
    .map(([name]) => name)
    .sort();
}

async function readExpectations() {
  return Expectations.parse(JSON.parse(await readFile('tests/conformance/expected-failures.json', 'utf8')));
}

it('passes on the real server every scenario of the conformance suite that needs no fixture', async () => {
  const { needNoFixture } = await readExpectations();
  const results = await runSuite(`${baseUrl}/mcp`);
  expect(results.size).toBe(30);
  expect(namesOf(results, true)).toEqual(needNoFixture.sort());
});

it('passes the rest over the same endpoint with fixtures, but for what is listed with its reason', async () => {
  const { expectedFailures } = await readExpectations();
  const fixture = await openFixtureServer(fixturePort);
  try {
    const results = await runSuite(fixture.url);
    expect(results.size).toBe(30);
    expect(namesOf(results, false)).toEqual(Object.keys(expectedFailures).sort());
  } finally {
    await fixture.close();
  }
});
