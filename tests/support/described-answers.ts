import { afterEach, expect, inject } from 'vitest';
import { type OperationPlace, readDescription } from '../specification/openapi-document.ts';

/**
 * Every JSON answer that the running service gives to a test through `fetch`, the real clients' too, is held against
 * the API description: its status must be described there and its body must be valid. A 401 of the API and of the tool
 * servers must have the challenge of the specification, wherever it comes from.
 */
interface Checks {
  pending: Promise<void>[];
  faults: string[];
}

declare global {
  // Files of tests share their worker: `fetch` is replaced in it once, and the description is read once.
  var checksOfTests: Checks | undefined;
}

globalThis.checksOfTests ??= replaceFetch(inject('baseUrl'));
const { pending, faults } = globalThis.checksOfTests;

afterEach(async () => {
  await Promise.all(pending.splice(0));
  expect(faults.splice(0), 'answers that no API description has, or over a limit').toEqual([]);
});

function replaceFetch(baseUrl: string): Checks {
  const checks: Checks = { pending: [], faults: [] };
  const challenge = `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource"`;
  const plain = globalThis.fetch;
  const description = readDescription(async (path) => (await plain(baseUrl + path)).json());
  globalThis.fetch = async (input, init) => {
    const answer = await plain(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    const method = (init?.method ?? (input instanceof Request ? input.method : 'GET')).toLowerCase();
    if (url.origin === baseUrl) {
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
      // Read at once and to its end: a copy that nobody reads would hold up the client that lets go of the other.
      const text = isJson ? answer.clone().text() : Promise.resolve('');
      const { pathname } = url;
      const checked = description.then((known) =>
        check({ method, pathname, status: answer.status, text, description: known, faults: checks.faults }),
      );
      checks.pending.push(checked);
      if (answer.status === 401 && /^\/(?:api|mcp)\//.test(`${pathname}/`)) {
        const sent = answer.headers.get('www-authenticate');
        if (sent !== challenge) checks.faults.push(`${method} ${pathname}: 401 with the challenge ${sent}`);
      }
    }
    return answer;
  };
  return checks;
}

async function check(about: {
  method: string;
  pathname: string;
  status: number;
  text: Promise<string>;
  description: Awaited<ReturnType<typeof readDescription>>;
  faults: string[];
}): Promise<void> {
  const { method, pathname, status, faults } = about;
  const { operations, check: findFaults, findAnswer } = about.description;
  const text = await about.text.catch(() => ''); // the client may have gone in the middle
  const path = pathname.replace(/^\/api\/sandbox\/v1(?:\/api\/v1)?(?=\/|$)/, '/api/v1');
  const place = `${method} ${pathname}`;
  // A test that runs into the limits would look at refusals and find them in order.
  if (status === 429) faults.push(`${place}: over the limit; see own-address.ts`);
  const operation = operations.find((candidate) => candidate.method === method && matches(candidate, path));
  if (!operation) return;
  if (!findAnswer(operation, String(status))) faults.push(`${place}: ${status} is not described`);
  if (text === '') return;
  for (const fault of findFaults(operation, status, JSON.parse(text))) faults.push(`${place}: ${fault}`);
}

function matches({ path }: OperationPlace, pathname: string): boolean {
  const expected = path.split('/');
  const segments = pathname.split('/');
  return (
    expected.length === segments.length && expected.every((part, at) => part.startsWith('{') || part === segments[at])
  );
}
