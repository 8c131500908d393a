import { z } from 'zod';
import { ask, baseUrl, bearer, slugsByTier } from '../support/client.ts';

/** Whether a token opens a paid article over REST: 200, or the refusal. */
export async function readPaid(token: string): Promise<number> {
  const { paid } = await slugsByTier();
  return (await ask(`/api/v1/articles/${paid[0]}`, bearer(token))).status;
}

/** Whether a token connects to the tool server: 200, or the refusal. */
export async function pingTools(token: string): Promise<number> {
  const response = await ask('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
  return response.status;
}

const Claims = z.object({ iss: z.literal(baseUrl), aud: z.string(), client_id: z.string(), scope: z.string() });

/** What a token says, unverified: the service verifies it, this only looks. */
export function lookInto(token: string): z.infer<typeof Claims> {
  const payload = token.split('.')[1] ?? '';
  return Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}
