import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ask, baseUrl } from '../support/client.ts';
import { folderOfTest } from '../support/folders.ts';
import { send } from './mcp-service.ts';

/** The Skills extension (SEP-2640) and the entries for the MCP Registry. */

const paths = ['/mcp', '/mcp/docs', '/mcp/connector'];
const Skill = z.object({
  uri: z.string(),
  frontmatter: z.record(z.string(), z.unknown()),
  resources: z.array(z.object({ uri: z.string(), digest: z.string(), size: z.number() })),
});
const suite = resolve('node_modules/mcp-conformance-next/dist/index.js');

async function call(path: string, method: string, params: Record<string, unknown> = {}) {
  const response = await send(new URL(baseUrl + path), { jsonrpc: '2.0', id: 1, method, params });
  return z
    .looseObject({ result: z.unknown(), error: z.unknown() })
    .partial()
    .parse(await response.json());
}

describe('the skills of the tool servers', () => {
  let names: string[];

  beforeAll(async () => {
    names = [...new Set((await run(['list'])).match(/\bsep-2640-skills[\w-]*/g))];
  });

  it.each(paths)('are declared by %s and pass the conformance suite', async (path) => {
    expect(names.length).toBeGreaterThan(0);
    for (const scenario of names) {
      const output = await run(['server', '--url', baseUrl + path, '--scenario', scenario, '-o', folderOfTest()]);
      expect(output).not.toMatch(/FAILURE|✗/);
    }
  });

  it.each(paths)('have the front matter and the digest of the file that %s returns', async (path) => {
    const listed = z
      .object({ skills: z.array(Skill).min(1) })
      .loose()
      .parse((await call(path, 'skills/list')).result);
    for (const skill of listed.skills) {
      const got = z.looseObject({ skill: Skill }).parse((await call(path, 'skills/get', { uri: skill.uri })).result);
      expect(got.skill).toEqual(skill);
      for (const { uri, digest, size } of skill.resources) {
        const read = (await call(path, 'resources/read', { uri })).result;
        const { contents } = z.looseObject({ contents: z.array(z.looseObject({ text: z.string() })) }).parse(read);
        const bytes = Buffer.from(contents[0]?.text ?? '');
        expect(`sha256:${createHash('sha256').update(bytes).digest('hex')}`).toBe(digest);
        expect(bytes.length).toBe(size);
        expect(parse(contents[0]?.text.split('---\n')[1] ?? '')).toEqual(skill.frontmatter);
      }
    }
  });

  it.each(paths)('are refused at %s by -32602 when there is none with the URI', async (path) => {
    const { error } = await call(path, 'skills/get', { uri: 'skill://nothing/SKILL.md' });
    expect(error).toMatchObject({ code: -32602 });
  });
});

describe('the tool servers', () => {
  it.each(paths)('have an entry for the registry at %s/server.json', async (path) => {
    const entry = await (await ask(`${path}/server.json`)).json();
    // The required members and bounds of static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json.
    expect(entry).toMatchObject({
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      description: expect.stringMatching(/^.{1,100}$/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      remotes: [{ type: 'streamable-http', url: baseUrl + path }],
    });
  });
});

function run(args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, [suite, ...args], (_, stdout, stderr) => done(stdout + stderr));
  });
}
