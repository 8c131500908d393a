import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ClientInformation } from '../../src/contract/schemas-oauth.ts';
import { baseUrl, postJson } from '../support/client.ts';
import { folderOfTest } from '../support/folders.ts';
import { decide } from './oauth-browser.ts';

/** Version 0.2 of @modelcontextprotocol/conformance under an alias: the first with tests of authorization servers. */
const suite = join('node_modules', 'mcp-conformance-next', 'dist', 'index.js');
const port = 5798;
const longestWaitMs = 60_000;

/**
 * Runs `conformance authorization`, plays the person it waits for, and resolves to what it printed and how it ended.
 * The client is public: the suite sends no secret to a server that also lists the method `none`.
 */
async function runSuite(clientId: string, folder: string): Promise<{ text: string; code: number | null }> {
  const about = ['--url', baseUrl, '--client-id', clientId, '--resource', `${baseUrl}/mcp`];
  const child = spawn(process.execPath, [suite, 'authorization', ...about, '-p', String(port), '-o', folder]);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.kill(), longestWaitMs);
  let text = '';
  let answer: Promise<Response> | undefined;
  child.stdout.on('data', (bytes: Buffer) => {
    text += bytes.toString('utf8');
    const request = /http\S+\/agent\/auth\/authorize\?\S+(?=\s)/.exec(text)?.[0];
    // The address is printed before the suite listens for the answer.
    if (request && text.includes('Callback server started'))
      answer ??= decide(request, 'allow').then((back) => fetch(back));
  });
  const code = await ended;
  clearTimeout(timer);
  await answer;
  return { text, code };
}

test.skipIf(!existsSync(suite))('the MCP conformance suite passes the authorization server', async () => {
  const metadata = {
    redirect_uris: [`http://127.0.0.1:${port}/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
  };
  const { client_id } = ClientInformation.parse(await (await postJson('/agent/auth/register', metadata)).json());
  const folder = folderOfTest();
  const { text, code } = await runSuite(client_id, folder);
  expect(text).toContain('authorization-server-metadata-endpoint: 2 passed, 0 failed');
  expect(text).toContain('authorization-code-grant: 1 passed, 0 failed');
  expect(code).toBe(0);
});
