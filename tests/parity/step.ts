/** One request of the list. `{{name}}` in it stands for what an earlier response gave. */
export interface Step {
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body?: string;
  /** Name under which to remember a member of the JSON that comes back. */
  remember?: { name: string; member: string };
}

export type Headers = Step['headers'];

export const json: Headers = [['content-type', 'application/json']];
export const form: Headers = [['content-type', 'application/x-www-form-urlencoded']];

export const get = (target: string, headers: Headers = []): Step => ({ method: 'GET', target, headers });
export const post = (target: string, body: unknown, headers: Headers = json): Step => ({
  method: 'POST',
  target,
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const rpc = (method: string, params?: unknown, headers: Headers = json) =>
  post('/mcp', { jsonrpc: '2.0', id: 1, method, params }, headers);
export const call = (name: string, args: unknown, headers: Headers = json) =>
  rpc('tools/call', { name, arguments: args }, headers);
