import { createServer } from 'node:http';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromiumArguments, findChromium } from '../../src/build/chromium.ts';
import { ClientInformation } from '../../src/contract/schemas-oauth.ts';
import { baseUrl, postJson } from '../support/client.ts';

const executablePath = findChromium(process.env);

/** An app's own web server, waiting for the browser to come back. */
async function listenForCallback() {
  const { promise: callback, resolve } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/callback') resolve(url);
    response.end('You may close this window.');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { callback, redirectUri: `http://127.0.0.1:${port}/callback`, close: () => server.close() };
}

test.skipIf(!executablePath)('a person allows it in Chromium and comes back to the app with a code', async () => {
  const app = await listenForCallback();
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const metadata = {
      client_name: 'Reading <b>Room</b>',
      redirect_uris: [app.redirectUri],
      token_endpoint_auth_method: 'none',
    };
    const { client_id } = ClientInformation.parse(await (await postJson('/agent/auth/register', metadata)).json());
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    const query = new URLSearchParams({
      client_id,
      response_type: 'code',
      redirect_uri: app.redirectUri,
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
      state: 'kept',
    });
    await page.goto(`${baseUrl}/agent/auth/authorize?${query}`);
    expect(await page.textContent('h1')).toContain('Reading <b>Room</b>');
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('main') ?? document.body).maxWidth)).toBe(
      '544px',
    );
    const loaded = () =>
      page.evaluate(() => [...document.fonts].flatMap((face) => (face.status === 'loaded' ? [face.family] : [])));
    await expect
      .poll(loaded)
      .toEqual(
        expect.arrayContaining([expect.stringContaining('Newsreader Display'), expect.stringContaining('Inter')]),
      );
    expect(complaints).toEqual([]);

    await page.getByRole('button', { name: 'Allow' }).click();
    const { searchParams } = await app.callback;
    expect(searchParams.get('code')).toMatch(/^[\w-]{43}$/);
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['kept', baseUrl]);
  } finally {
    await browser.close();
    app.close();
  }
});
