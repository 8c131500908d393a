import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { docsUrl, findOut, productUrl } from './mcp-service.ts';

const inspector = resolve('node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

/** Runs the Inspector's command line and gives back what it printed, whatever its exit code. */
function inspect(url: URL, ...args: string[]): Promise<string> {
  const all = [inspector, '--cli', url.href, '--transport', 'http', '--format', 'json', ...args];
  return new Promise((done) => {
    execFile(process.execPath, all, (_, stdout, stderr) => done(stdout + stderr));
  });
}

describe('the MCP Inspector', () => {
  let known: Awaited<ReturnType<typeof findOut>>;

  beforeAll(async () => {
    known = await findOut();
  });

  it('accepts the tools of both servers under its strict checks', async () => {
    expect(await inspect(productUrl, '--method', 'tools/list', '--strict')).toContain('"name":"search_articles"');
    expect(await inspect(docsUrl, '--method', 'tools/list', '--strict')).toContain('"name":"read_doc"');
  });

  it('calls a tool with and without a key', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'get_article', '--tool-arg', `slug=${known.paid}`];
    expect(await inspect(productUrl, ...call)).toContain('402');
    const opened = await inspect(productUrl, ...call, '--header', `Authorization: Bearer ${known.key}`);
    expect(opened).toContain('"access_level":"subscriber"');
  });

  it('reads a resource and a prompt', async () => {
    const uri = new URL(`/articles/${known.free}.md`, productUrl).href;
    expect(await inspect(productUrl, '--method', 'resources/read', '--uri', uri)).toContain('text/markdown');
    const prompt = ['--method', 'prompts/get', '--prompt-name', 'cite_article', '--prompt-args', `slug=${known.free}`];
    expect(await inspect(productUrl, ...prompt)).toContain('Cite this article');
  });
});
