import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createUrls } from '../contract/urls.ts';
import { createAgentNames } from './agent-names.ts';

/** The key of RFC 9421, appendix B.1.4, and its thumbprint. */
const jwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
};
const keyid = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U';
const now = Date.UTC(2026, 10, 25);
const at = now / 1000;
const privateKey = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['sign']);
const agent = '"https://crawler.example"';
const covered = `("@authority" "signature-agent");created=${at - 10};expires=${at + 60};keyid="${keyid}"`;
const base = (input: string, authority = 'quire.test', named = agent) =>
  `"@authority": ${authority}\n"signature-agent": ${named}\n"@signature-params": ${input}`;

/** Headers of a request that is signed as the draft says, or with differences. */
async function sign(differences: { input?: string; base?: string; agent?: string } = {}) {
  const { input = `${covered};alg="ed25519";tag="web-bot-auth"`, agent: named = agent } = differences;
  const text = new TextEncoder().encode(differences.base ?? base(input, 'quire.test', named));
  const signature = Buffer.from(await crypto.subtle.sign('Ed25519', privateKey, text)).toString('base64');
  return { 'signature-input': `sig1=${input}`, signature: `sig1=:${signature}:`, 'signature-agent': named };
}

function openNames(keys: object[] = [{ kty: jwk.kty, crv: jwk.crv, x: jwk.x }]) {
  const read: string[] = [];
  const nameAgent = createAgentNames({
    urls: createUrls('https://quire.test'),
    now: () => now,
    async readSite(url) {
      read.push(url.href);
      return { text: JSON.stringify({ keys }), cacheControl: undefined };
    },
  });
  const name = (headers: Record<string, string>) =>
    nameAgent({
      headers: new Headers(headers),
      clientAddress: '192.0.2.1',
      method: 'GET',
      url: '/articles/one?page=2',
    });
  return {
    read,
    name,
    /** The first request of an agent only has its directory read. */
    async nameKnown(headers: Record<string, string>) {
      await name(headers);
      await new Promise(setImmediate);
      await new Promise((resolve) => setTimeout(resolve, 20));
      return name(headers);
    },
  };
}

it('names an agent by the host of its key directory, from the second request on, and reads the directory once', async () => {
  const { name, nameKnown, read } = openNames();
  const headers = await sign();
  expect(await name(headers)).toBeUndefined();
  expect(await nameKnown(headers)).toBe('crawler.example');
  expect(await name(await sign())).toBe('crawler.example');
  expect(read).toEqual(['https://crawler.example/.well-known/http-message-signatures-directory']);
});

it('names an agent although its directory could not be read for another client, which has to wait a minute', async () => {
  const read: string[] = [];
  const nameAgent = createAgentNames({
    urls: createUrls('https://quire.test'),
    now: () => now,
    async readSite(_, clientAddress) {
      read.push(clientAddress);
      if (clientAddress === '192.0.2.66') return undefined;
      return { text: JSON.stringify({ keys: [{ kty: jwk.kty, crv: jwk.crv, x: jwk.x }] }), cacheControl: undefined };
    },
  });
  const name = async (clientAddress: string) => {
    const headers = new Headers(await sign());
    const found = await nameAgent({ headers, clientAddress, method: 'GET', url: '/' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    return found;
  };
  for (const client of ['192.0.2.66', '192.0.2.66', '192.0.2.1', '192.0.2.1']) await name(client);
  expect(read).toEqual(['192.0.2.66', '192.0.2.1']);
  expect(await name('192.0.2.1')).toBe('crawler.example');
});

it('reads Signature-Agent as a dictionary too', async () => {
  const named = 'sig1="https://crawler.example"';
  const input = `("@authority" "signature-agent";key="sig1");created=${at};expires=${at + 60};keyid="${keyid}";tag="web-bot-auth"`;
  const text = `"@authority": quire.test\n"signature-agent";key="sig1": ${agent}\n"@signature-params": ${input}`;
  expect(await openNames().nameKnown(await sign({ input, base: text, agent: named }))).toBe('crawler.example');
});

it('verifies a signature over the method, the path and the whole URL', async () => {
  const input = `("@method" "@path" "@target-uri" "signature-agent");created=${at};expires=${at + 60};keyid="${keyid}";tag="web-bot-auth"`;
  const text = `"@method": GET\n"@path": /articles/one\n"@target-uri": https://quire.test/articles/one?page=2\n"signature-agent": ${agent}\n"@signature-params": ${input}`;
  expect(await openNames().nameKnown(await sign({ input, base: text }))).toBe('crawler.example');
});

const tag = ';tag="web-bot-auth"';
it.each([
  ['for another host', { base: base(`${covered}${tag}`, 'other.test'), input: `${covered}${tag}` }],
  ['with another tag', { input: `${covered};tag="other"` }],
  ['without a tag', { input: covered }],
  ['that has expired', { input: `${covered.replace(`expires=${at + 60}`, `expires=${at - 1}`)}${tag}` }],
  ['without an end', { input: `${covered.replace(/;expires=\d+/, '')}${tag}` }],
  ['from the future', { input: `${covered.replace(`created=${at - 10}`, `created=${at + 100}`)}${tag}` }],
  ['for more than a day', { input: `${covered.replace(`expires=${at + 60}`, `expires=${at + 90_000}`)}${tag}` }],
  ['with an unknown key', { input: `${covered.replace(keyid, 'other')}${tag}` }],
  ['by another algorithm', { input: `${covered};alg="rsa-pss-sha512"${tag}` }],
  ['of a directory without TLS', { agent: '"http://crawler.example"' }],
  ['of a directory at another port', { agent: '"https://crawler.example:8443"' }],
])('does not name the agent of a signature %s', async (_, differences) => {
  expect(await openNames().nameKnown(await sign(differences))).toBeUndefined();
});

it.each([
  [32, 'crawler.example'],
  [33, undefined],
])('reads a signature of at most 32 components: %i', async (count, named) => {
  const members = Array.from({ length: count - 2 }, (_, at) => `"h";key="m${at}"`);
  const input = `(${['"@authority"', '"signature-agent"', ...members].join(' ')})${covered.replace(/^[^)]*\)/, '')}${tag}`;
  const lines = ['"@authority": quire.test', `"signature-agent": ${agent}`, ...members.map((member) => `${member}: 1`)];
  const headers = await sign({ input, base: `${lines.join('\n')}\n"@signature-params": ${input}` });
  const h = members.map((_, at) => `m${at}=1`).join(', ');
  expect(await openNames().nameKnown({ ...headers, h })).toBe(named);
});

// RFC 9421 section 2: a component occurs once.
it('does not name the agent of a signature that covers a component twice', async () => {
  const twice = '"@authority" "@authority" "signature-agent"';
  const input = `(${twice})${covered.replace(/^[^)]*\)/, '')}${tag}`;
  const line = '"@authority": quire.test';
  const text = `${line}\n${line}\n"signature-agent": ${agent}\n"@signature-params": ${input}`;
  expect(await openNames().nameKnown(await sign({ input, base: text }))).toBeUndefined();
});

it('does not name an agent when the signature leaves out the host or Signature-Agent', async () => {
  const { nameKnown } = openNames();
  const headers = await sign();
  await nameKnown(headers);
  for (const [component, text] of [
    ['"@authority"', '"@authority": quire.test'],
    ['"signature-agent"', `"signature-agent": ${agent}`],
  ]) {
    const input = `(${component});created=${at};expires=${at + 60};keyid="${keyid}";tag="web-bot-auth"`;
    expect(await nameKnown(await sign({ input, base: `${text}\n"@signature-params": ${input}` }))).toBeUndefined();
  }
  expect(await nameKnown({ ...headers, 'signature-agent': '"https://other.example"' })).toBeUndefined();
});

it.each([
  [[]],
  [[{ kty: 'RSA' }]],
  [[{ kty: 'OKP', crv: 'Ed25519', x: 'AAAA' }]],
  [[{ kty: 'OKP', crv: 'Ed25519', x: 1 }]],
])('does not name an agent whose directory has the keys %j', async (keys) => {
  expect(await openNames(keys).nameKnown(await sign())).toBeUndefined();
});

it('returns nothing for a request without a signature', async () => {
  expect(await openNames().name({ 'signature-agent': agent })).toBeUndefined();
});

// Each request is checked before it is counted, also past its caller's limit.
it.each(['signature-input', 'signature', 'signature-agent'])(
  'does not parse a %s of more than a kilobyte',
  async (long) => {
    const { nameKnown, read } = openNames();
    const headers: Record<string, string> = await sign();
    expect(await nameKnown({ ...headers, [long]: `${headers[long]}${' '.repeat(1_024)}, more=1` })).toBeUndefined();
    expect(read).toEqual([]);
  },
);

it('survives any header', async () => {
  const { name } = openNames();
  const text = fc.string({ unit: fc.constantFrom(...'sig1=("@authority");:keyid,tag web-bot-auth?0.\\') });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (input, signature, named) => {
      expect(await name({ 'signature-input': input, signature, 'signature-agent': named })).toBeUndefined();
    }),
    { numRuns: 2_000 },
  );
});
