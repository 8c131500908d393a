import { inject } from 'vitest';
import { z } from 'zod';

const List = z.object({ data: z.array(z.object({ slug: z.string(), tier: z.string() })) });
const Subscription = z.object({ api_key: z.string() });

export const productUrl = () => new URL(`${inject('baseUrl')}/mcp`);
export const docsUrl = () => new URL(`${inject('baseUrl')}/mcp/docs`);

/** One article of each tier, and a key: what a client of the running service would find out first. */
export async function findOut(): Promise<{ free: string; paid: string; key: string }> {
  const base = inject('baseUrl');
  const { data } = List.parse(await (await fetch(`${base}/api/v1/articles?per_page=100`)).json());
  const first = (tier: string) => {
    const found = data.find((article) => article.tier === tier);
    if (!found) throw new Error(`The service has no ${tier} article.`);
    return found.slug;
  };
  const subscribed = await fetch(`${base}/api/v1/agent/subscribe`, { method: 'POST' });
  const { api_key: key } = Subscription.parse(await subscribed.json());
  return { free: first('free'), paid: first('paid'), key };
}

export const RpcAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.looseObject({}).optional(),
  error: z.object({ code: z.int(), message: z.string(), data: z.looseObject({}).optional() }).optional(),
});

/** Posts JSON with Content-Type alone. */
export async function send(url: URL, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
