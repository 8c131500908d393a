import { baseUrl, newKey, pickArticles } from '../support/client.ts';

export const productUrl = new URL(`${baseUrl}/mcp`);
export const docsUrl = new URL(`${baseUrl}/mcp/docs`);
export const connectorUrl = new URL(`${baseUrl}/mcp/connector`);

/** One article of each tier, and a key: what a client of the running service would find out first. */
export async function findOut(): Promise<{ free: string; paid: string; key: string }> {
  const [picked, key] = await Promise.all([pickArticles(), newKey()]);
  return { ...picked, key };
}

/** Posts JSON with Content-Type alone. */
export async function send(url: URL, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
