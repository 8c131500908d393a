import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createIdentify, keyCheck } from '../../src/core/access/identify.ts';
import { createMemoryRateLimiter } from '../../src/core/limits/rate-limit.ts';
import { ServiceError } from '../../src/core/service-error.ts';
import { createAcpErrorRenderer } from '../../src/protocols/acp/acp-errors.ts';
import { createCheckoutHandlers } from '../../src/protocols/acp/checkout-handlers.ts';
import type { ErrorRenderer } from '../../src/protocols/handler.ts';
import { jsonResponse } from '../../src/protocols/http.ts';
import { createSubscriptionLimit } from '../../src/protocols/subscription-limit.ts';
import { toWireError } from '../../src/protocols/wire-error.ts';
import { createRoutes } from '../../src/serve/routes.ts';
import { createMemoryStore } from '../../src/store/memory-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createTestServices } from '../support/services.ts';
import { toWebResponse } from '../support/web-response.ts';

const schema = JSON.parse(readFileSync(new URL('../fixtures/acp/schema.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ formats: { uri: (text) => URL.canParse(text), 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ } });
ajv.addSchema(schema);

/** Why `value` is not a `name` of ACP 2026-04-17; null when it is. */
export function findAcpFaults(name: string, value: unknown): string | null {
  const validate = ajv.getSchema(`acp-2026-04-17#/$defs/${name}`);
  if (!validate) throw new Error(`There is no schema ${name}.`);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

/** The checkout operations behind the router and the contract table, without a socket. */
export function openDesk(options: { now?: () => number; store?: Store } = {}) {
  const { now = Date.now, store = createMemoryStore(now) } = options;
  const services = createTestServices({ store, now });
  const unlimited = createSubscriptionLimit({
    limiter: createMemoryRateLimiter({ seed: 0, now }),
    policy: { name: 'subscribe', limit: 1_000_000, windowMs: 60_000 },
    now,
  });
  const handlers: Record<string, unknown> = { ...createCheckoutHandlers(services, unlimited) };
  const plain: ErrorRenderer = (error) =>
    jsonResponse({ error: toWireError(error, services.urls) }, { status: error.status });
  const renderError = createAcpErrorRenderer(plain);
  const findRoute = createRoutes(() => false);
  const identify = createIdentify([keyCheck(services.keyring)]);

  async function send(
    method: string,
    path: string,
    init: { headers?: Record<string, string>; body?: string; clientAddress?: string } = {},
  ) {
    const { headers = {}, body, clientAddress = '192.0.2.1' } = init;
    const url = new URL(services.urls.at(path));
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const request = new Request(url, { method, headers: { ...type, ...headers }, body });
    const route = findRoute(method, url.pathname);
    if (route.kind !== 'operation') throw new Error(`${method} ${path} is no operation.`);
    try {
      const bodyText = await request.text();
      const caller = await identify(request.headers.get('authorization'), url.pathname);
      const call = { request, url, params: route.params, bodyText, mirror: 'live', clientAddress, caller };
      const handler = handlers[route.id];
      if (typeof handler !== 'function') throw new Error(`${route.id} has no handler.`);
      return toWebResponse(await Reflect.apply(handler, undefined, [call]));
    } catch (error) {
      if (error instanceof ServiceError) return toWebResponse(renderError(error, { request, requestId: 'test' }));
      throw error;
    }
  }

  /** A strict call: fresh Idempotency-Key on every POST unless one is given. */
  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await send(method, path, {
      headers: {
        'api-version': '2026-04-17',
        authorization: 'Bearer agent',
        ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  return { services, send, call };
}

export const createBody = { line_items: [{ id: 'subscriber' }], currency: 'usd', capabilities: {} };
export const completeBody = {
  buyer: { email: 'agent@example.com' },
  payment_data: {
    handler_id: 'demo',
    instrument: { type: 'store_credit', credential: { type: 'demo', token: 'anything' } },
  },
};
