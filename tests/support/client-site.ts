import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Internet } from '../../src/server/process/document-fetcher.ts';
import { openNameServer } from './name-server.ts';

const cert = readFileSync('tests/fixtures/tls/app.crt', 'utf8');
const key = readFileSync('tests/fixtures/tls/app.key', 'utf8');

/**
 * The site of an application, https://app.test on a loopback port. Its answer can be changed between requests.
 * @returns `internet`: what the service takes for the internet, in which app.test is this site and other names are
 *   never answered
 */
export async function openClientSite() {
  const asked: IncomingMessage[] = [];
  const site = {
    asked,
    answer: (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(404).end();
    },
    /** Puts a document at every address of the site. */
    publish(document: unknown, headers: Record<string, string> = {}) {
      const text = typeof document === 'string' ? document : JSON.stringify(document);
      site.answer = (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
      };
    },
  };
  const server = createServer({ cert, key }, (request, response) => {
    asked.push(request);
    site.answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const names = await openNameServer({ 'app.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'], 'nowhere.test': [] });
  const internet: Partial<Internet> = { nameServers: [names.address], port, isPublic: () => true, ca: cert };
  return Object.assign(site, {
    base: 'https://app.test',
    internet,
    names,
    async close() {
      await names.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}
