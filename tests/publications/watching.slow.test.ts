import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderOfProcess } from '../support/folders.ts';
import { type Replica, shareReleases } from './shared-releases.ts';

let machines: Awaited<ReturnType<typeof shareReleases>>;
let replicas: Replica[];

/** Two replicas with one state, as behind a load balancer. */
beforeAll(async () => {
  machines = await shareReleases({ url: `file:${folderOfProcess()}` });
  machines.write('one');
  expect((await machines.startPublish('ada').ended).code).toBe(0);
  const state = { DATA_DIR: folderOfProcess() };
  replicas = [await machines.startReplica('first', state), await machines.startReplica('second', state)];
});

afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await machines.remove();
});

/** A client of the official SDK whose calls reach the first replica and whose stream is of the second. */
async function connect() {
  const [calls, streams] = replicas.map(({ base }) => base);
  const client = new Client({ name: 'quire-test', version: '1.0.0' });
  const heard: string[] = [];
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void heard.push(params.uri));
  const opened: number[] = [];
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', calls), {
    async fetch(target, init) {
      if (init?.method !== 'GET') return fetch(target, init);
      const response = await fetch(new URL('/mcp', streams), init);
      opened.push(response.status);
      return response;
    },
  });
  await client.connect(transport);
  await expect.poll(() => opened).toEqual([200]);
  return { client, heard, transport };
}

it('a client hears of the article that a release changed, over another replica than its calls, until its session ends', async () => {
  const [watching, idle] = [await connect(), await connect()];
  const { resources } = await watching.client.listResources();
  const uri = resources.find(({ name }) => name === 'how-an-article-is-written')?.uri ?? '';
  await watching.client.subscribeResource({ uri });
  machines.write('two');
  expect((await machines.startPublish('ada').ended).code).toBe(0);
  await expect.poll(() => watching.heard, { timeout: 30_000 }).toEqual([uri]);
  // The replica of its calls takes the release over at another moment.
  const read = async () => JSON.stringify(await watching.client.readResource({ uri }));
  await expect.poll(read, { timeout: 30_000 }).toContain('marker-two');
  expect(idle.heard).toEqual([]);

  await watching.transport.terminateSession();
  const session = { 'mcp-session-id': watching.transport.sessionId ?? '', accept: 'text/event-stream' };
  for (const { base } of replicas) expect((await fetch(`${base}/mcp`, { headers: session })).status).toBe(404);
  await Promise.all([watching, idle].map(({ client }) => client.close()));
});
