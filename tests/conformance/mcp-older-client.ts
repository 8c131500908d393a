import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** A relay that makes a client of a newer revision an older one. */
export interface OlderClient {
  url: string;
  /** Revisions that requests after the handshake named in their header. */
  spoken: ReadonlySet<string>;
  close(): Promise<void>;
}

/**
 * The conformance suite asks for its newest revision, whatever its scenarios are chosen by. This asks in its name for
 * an older one; from then on client and server speak what was agreed.
 * @param asked.target of the server
 * @param asked.revision that each handshake asks for
 */
export async function openOlderClient({
  target,
  revision,
}: {
  target: string;
  revision: string;
}): Promise<OlderClient> {
  const spoken = new Set<string>();
  const relay = createServer(async (request, response) => {
    const named = request.headers['mcp-protocol-version'];
    if (typeof named === 'string') spoken.add(named);
    const body = await text(request);
    const asked = body.replace(/("method":"initialize".*"protocolVersion":")[^"]*/, `$1${revision}`);
    const headers = new Headers();
    // Those that decide about an answer. Host is that of the target.
    for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'origin', 'authorization']) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const method = request.method ?? 'GET';
    const answer = await fetch(target, { method, headers, ...(asked !== '' && { body: asked }) });
    const type = answer.headers.get('content-type');
    response.writeHead(answer.status, { ...(type && { 'content-type': type }) });
    response.end(await answer.text());
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const address = relay.address();
  if (!address || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    spoken,
    close: async () => {
      relay.close();
      relay.closeAllConnections();
      await once(relay, 'close');
    },
  };
}
