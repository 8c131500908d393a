import { expect, it } from 'vitest';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { findOut, productUrl, send } from './mcp-service.ts';

const clients = 50;
const rounds = 5;

it('gives each of 50 parallel clients with equal ids its own answer, by its own credential', async () => {
  const { paid, free, key } = await findOut();
  const read = (slug: string) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_article', arguments: { slug } },
  });

  async function runClient(number: number) {
    const isSubscriber = number % 2 === 0;
    const headers: Record<string, string> = isSubscriber ? { authorization: `Bearer ${key}` } : {};
    for (let round = 0; round < rounds; round += 1) {
      // A cancellation for the id that everybody uses must reach nobody.
      const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      const slug = (number + round) % 3 === 0 ? free : paid;
      const [answered, cancelled] = await Promise.all([
        send(productUrl, read(slug), headers),
        send(productUrl, cancel, headers),
      ]);
      expect(cancelled.status).toBe(202);
      const { id, result, error } = McpResponse.parse(await answered.json());
      expect(id).toBe(1);
      if (slug === paid && !isSubscriber) expect(error?.code).toBe(402);
      else expect(result?.structuredContent).toMatchObject({ slug });
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, number) => runClient(number)));
});
