import { z } from 'zod';
import { createCaller } from './many-callers.ts';

const Key = z.object({ api_key: z.string() });
const Token = z.object({ access_token: z.string() });

/** `Authorization` values in every state a credential can be in, made by the running service. */
export async function makeCredentials(base: string, keys: number): Promise<{ valid: string[]; others: string[] }> {
  // One address may subscribe ten times a minute.
  const { send, close } = createCaller(base, 5);
  const subscribe = async () => {
    const { body } = await send({ method: 'POST', target: '/api/v1/agent/subscribe', headers: [] });
    return Key.parse(JSON.parse(body.toString('utf8'))).api_key;
  };
  const form = (target: string, fields: Record<string, string>) =>
    send({
      method: 'POST',
      target,
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams(fields).toString(),
    });
  const token = async (secret: string, scope: string) => {
    const request = { grant_type: 'client_credentials', client_id: 'tests', client_secret: secret, scope };
    const { body } = await form('/agent/auth/token', request);
    return Token.parse(JSON.parse(body.toString('utf8'))).access_token;
  };
  const valid: string[] = [];
  for (let made = 0; made < keys; made += 1) valid.push(await subscribe());
  const [first = ''] = valid;
  const revoked = await subscribe();
  await form('/agent/auth/revoke', { token: revoked });
  const reading = await token(first, 'articles:read');
  const connecting = await token(first, 'mcp:connect');
  close();
  const flipped = first.slice(0, -1) + (first.endsWith('0') ? '1' : '0');
  return {
    valid: [...valid, reading].map((each) => `Bearer ${each}`),
    others: [
      'Bearer',
      'Bearer ',
      'Bearer quire_demo_nonsense',
      `Bearer ${flipped}`,
      `Bearer ${first}00`,
      `Bearer ${first.slice(0, -2)}`,
      `Bearer ${first} ${first}`,
      `Bearer ${revoked}`,
      `Bearer ${connecting}`,
      `Bearer ${reading.slice(0, -4)}AAAA`,
      `Basic ${Buffer.from(`tests:${first}`).toString('base64')}`,
      'Basic !!!',
      `Digest ${first}`,
      first,
    ],
  };
}
