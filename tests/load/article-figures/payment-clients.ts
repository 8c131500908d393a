/**
 * Which payment clients can pay which form of 402. Test network, made-up wallet, no funds; nothing leaves this machine.
 * Quoted in content/articles/one-402-three-payment-clients.md.
 * Run: node tests/load/article-figures/payment-clients.ts <folder in which x402-fetch@1.2.0 and mppx@0.11.0 are
 * installed>
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { report } from './machine.ts';

const [clientFolder] = process.argv.slice(2);
if (!clientFolder) throw new Error('Name a folder in which x402-fetch@1.2.0 and mppx@0.11.0 are installed.');

type Fetch = typeof fetch;
const port = 5410;
const origin = `http://127.0.0.1:${port}`;
const account = privateKeyToAccount(generatePrivateKey());

function describeTerms(amount: string) {
  const shared = {
    scheme: 'exact',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payTo: '0x000000000000000000000000000000000000dEaD',
    maxTimeoutSeconds: 300,
    extra: { name: 'USDC', version: '2' },
  };
  const resource = { url: `${origin}/article`, description: 'An article', mimeType: 'application/json' };
  const v1Item = {
    ...shared,
    network: 'base-sepolia',
    maxAmountRequired: amount,
    resource: resource.url,
    description: resource.description,
    mimeType: resource.mimeType,
  };
  const v1 = { x402Version: 1, accepts: [v1Item] };
  const v2 = {
    x402Version: 2,
    error: 'payment required',
    resource,
    accepts: [{ ...shared, network: 'eip155:84532', amount }],
  };
  return { v1, v2, header: { 'payment-required': Buffer.from(JSON.stringify(v2)).toString('base64') } };
}

const error = { code: 'payment_required', message: 'This article is paid.' };
const cents = (count: number) => String(count * 10_000);
const five = describeTerms(cents(5));
const eleven = describeTerms(cents(11));
const dollarAndMore = describeTerms(cents(101));
const plain = (header: Record<string, string>) => ({ header, body: { error } });

const forms: Record<string, { header: Record<string, string>; body: object }> = {
  'v2 in the header, own body': plain(five.header),
  'v2 in the header, v1 in the body': { header: five.header, body: { error, ...five.v1 } },
  'v2 in the header and in the body': { header: five.header, body: { ...five.v2, error } },
  'v1 in the body only': { header: {}, body: { error, ...five.v1 } },
  'v2 in the body only': { header: {}, body: { ...five.v2, error } },
  'v2 and v1, at 0.11 USD': { header: eleven.header, body: { error, ...eleven.v1 } },
  'v2 and v1, at 1.01 USD': { header: dollarAndMore.header, body: { error, ...dollarAndMore.v1 } },
};

const Payment = z.object({ payload: z.object({ signature: z.string().regex(/^0x[0-9a-f]{130}$/) }) });

/** Headers that clients put on the paid repeat, for what a browser must be allowed to send. */
const sentHeaders = new Set<string>();

const server = createServer((request, response) => {
  const form = forms[decodeURIComponent(request.url?.slice(1) ?? '')];
  const name = ['payment-signature', 'x-payment'].find((candidate) => candidate in request.headers);
  if (name) {
    for (const header of Object.keys(request.headers)) sentHeaders.add(header);
    Payment.parse(JSON.parse(Buffer.from(String(request.headers[name]), 'base64').toString()));
    response.writeHead(200, { 'content-type': 'text/plain' }).end(name);
    return;
  }
  response.writeHead(402, { 'content-type': 'application/json', ...form?.header }).end(JSON.stringify(form?.body));
});

/** Refuses to leave this machine, whatever a client believes it has to ask. */
const guarded: Fetch = async (input, init) => {
  const request = new Request(input, init);
  if (!request.url.startsWith(origin)) throw new Error(`wanted to reach ${request.url}`);
  return fetch(request);
};

const functionOf = <T>() => z.custom<T>((value) => typeof value === 'function');
const V1Module = z.object({ wrapFetchWithPayment: functionOf<(fetch: Fetch, wallet: unknown) => Fetch>() });
const MppModule = z.object({
  Mppx: z.object({ create: functionOf<(options: object) => { fetch: Fetch }>() }),
  evm: functionOf<(options: object) => unknown>(),
});

function loadFrom(folder: string, name: string): Promise<unknown> {
  const require = createRequire(pathToFileURL(join(folder, 'package.json')));
  return import(pathToFileURL(require.resolve(name)).href);
}

const v1 = V1Module.parse(await loadFrom(clientFolder, 'x402-fetch'));
const mpp = MppModule.parse(
  await import(pathToFileURL(join(clientFolder, 'node_modules/mppx/dist/client/index.js')).href),
);
const clients: Record<string, Fetch> = {
  '@x402/fetch 2.27.0': wrapFetchWithPayment(guarded, registerExactEvmScheme(new x402Client(), { signer: account })),
  'x402-fetch 1.2.0': v1.wrapFetchWithPayment(guarded, account),
  'mppx 0.11.0': mpp.Mppx.create({ fetch: guarded, polyfill: false, methods: [mpp.evm({ account })] }).fetch,
};

async function pay(client: Fetch, form: string): Promise<string> {
  try {
    const response = await client(`${origin}/${encodeURIComponent(form)}`);
    return response.status === 200 ? `paid, ${await response.text()}` : `${response.status}`;
  } catch (reason) {
    const message = reason instanceof Error ? reason.message : String(reason);
    return `throws: ${message.replaceAll(/\s+/g, ' ').slice(0, 70)}`;
  }
}

server.listen(port, '127.0.0.1');
await once(server, 'listening');
const rows = [];
for (const form of Object.keys(forms)) {
  const row: Record<string, string> = { form };
  for (const [name, client] of Object.entries(clients)) row[name] = await pay(client, form);
  rows.push(row);
}
report('Who can pay which 402', rows);
console.log(`PAYMENT-REQUIRED at five cents, without extensions: ${five.header['payment-required'].length} characters`);
console.log(`Headers of the paid repeats: ${[...sentHeaders].toSorted().join(', ')}`);
server.close();
