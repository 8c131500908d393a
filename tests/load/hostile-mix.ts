import { randomBytes, randomInt } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { anyAddress } from '../support/any-address.ts';

export interface Question {
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Goes away in the middle of the answer. */
  isImpatient?: boolean;
}

const words = 'key idempotency retry header limit cache payment search agent article token store clock audit'.split(
  ' ',
);
const someWord = () => words[randomInt(words.length)] ?? '';
export const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
export const rpc = (body: unknown): Question => ({
  path: '/mcp',
  method: 'POST',
  headers: json,
  body: JSON.stringify(body),
});
export const call = (name: string, args: object, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const manyKeys = () => Object.fromEntries(Array.from({ length: 4_000 }, (_, index) => [`k${index}`, index]));
const token = () => randomBytes(20).toString('hex');

/** What an ill-meaning caller sends, by name; each call of one is another question. */
export const hostile: Record<string, () => Question> = {
  'deep JSON': () => ({ path: '/ask', method: 'POST', headers: json, body: '['.repeat(60_000) }),
  'deep JSON of JSON-RPC': () => ({
    path: '/mcp',
    method: 'POST',
    headers: json,
    body: `${'{"params":'.repeat(6_000)}0${'}'.repeat(6_000)}`,
  }),
  'wide JSON': () => ({
    path: '/ask',
    method: 'POST',
    headers: json,
    body: JSON.stringify({ query: 'keys', ...manyKeys() }),
  }),
  'a body over the limit': () => ({ path: '/ask', method: 'POST', headers: json, body: ' '.repeat(400_000) }),
  'a batch of JSON-RPC': () =>
    rpc(Array.from({ length: 400 }, (_, id) => call('search_articles', { query: token() }, id))),
  'a tool that is not there': () => rpc(call(token(), {})),
  'a question nobody asked before': () => ({ path: `/ask?query=${someWord()}+${token()}+${someWord()}` }),
  'a long question': () => ({ path: `/ask?query=${'rate+limits+'.repeat(80)}${token()}` }),
  'a stream left in the middle': () => ({
    path: `/ask?query=${someWord()}&num_results=50&streaming=true`,
    isImpatient: true,
  }),
  'a key that is none': () => ({
    path: '/api/v1/articles',
    headers: { authorization: `Bearer quire_demo_${token()}${token()}` },
  }),
  'a payment that is none': () => ({
    path: '/api/v1/articles/keys-that-prove-themselves',
    headers: { 'payment-signature': Buffer.from(token()).toString('base64') },
  }),
  'an article that is not there': () => ({ path: `/articles/${token()}` }),
  'a list page far away': () => ({ path: `/api/v1/articles?page=${randomInt(2, 1_000_000)}` }),
  'a subscription': () => ({
    path: '/api/v1/agent/subscribe',
    method: 'POST',
    headers: { 'idempotency-key': token() },
  }),
  'a checkout': () => ({ path: '/checkout_sessions', method: 'POST', headers: { 'idempotency-key': token() } }),
  'a token request': () => ({
    path: '/agent/auth/token',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `grant_type=authorization_code&code=${token()}&client_id=${token()}`,
  }),
};

/** What readers and agents ask beside it. */
export const ordinary: Record<string, () => Question> = {
  home: () => ({ path: '/' }),
  list: () => ({ path: '/api/v1/articles' }),
  'a question': () => ({ path: `/ask?query=${someWord()}` }),
  search: () => rpc(call('search_articles', { query: someWord() })),
  'a page': () => ({ path: '/articles/keys-that-prove-themselves' }),
};

/** Asks from an address of its own, or of any client. @returns the status, or what went wrong with the connection */
export function send(port: number, question: Question, agent?: Agent): Promise<string> {
  const { path, method = 'GET', headers = {}, body, isImpatient } = question;
  return new Promise((resolve) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, agent }, (response: IncomingMessage) => {
      const status = String(response.statusCode);
      response.on('error', () => resolve(status)).on('end', () => resolve(status));
      if (!isImpatient) return response.resume();
      response.once('data', () => response.destroy());
      return resolve(status);
    });
    asked.on('error', (cause: NodeJS.ErrnoException) => resolve(cause.code ?? cause.message));
    asked.end(body);
  });
}

/** A client with one connection, at an address that no other has. */
export const newClient = () => new Agent({ keepAlive: true, maxSockets: 1, localAddress: anyAddress() });
