import type { PrivateKeyAccount } from 'viem/accounts';
import { operations } from '../../src/contract/operations.ts';
import { pageTable } from '../../src/contract/paths.ts';
import { signPayment } from '../conformance/x402-wallet.ts';
import { pathMutations } from '../support/path-mutations.ts';
import { call, form, get, type Headers, json, post, rpc, type Step } from './step.ts';

const free = 'keys-that-prove-themselves';
const bearer: Headers = [['authorization', 'Bearer {{key}}']];
const encodings = ['br', 'gzip', 'identity', 'gzip;q=1, br;q=0.5', 'identity;q=0, *', 'x-gzip, *;q=0'];
const accepts = [
  'text/html',
  'text/markdown',
  'application/json',
  'text/html;q=0.5, text/markdown;q=0.9',
  'image/png',
  'text/event-stream',
  '*/*;q=0.1, application/json;q=0',
];
const credentials: Headers = [
  ['authorization', 'Bearer {{key}}'],
  ['authorization', 'Bearer {{token}}'],
  ['authorization', 'Bearer {{connect}}'],
  ['authorization', `Bearer quire_demo_${'0'.repeat(64)}`],
  ['authorization', 'Bearer'],
  ['authorization', 'Basic dXNlcjpwYXNz'],
  ['cookie', 'reader_key={{key}}'],
  ['cookie', 'reader_key=nonsense'],
];

/** The keys and tokens that later steps use. */
function credentialSteps(): Step[] {
  const token = (name: string, scope: string): Step => ({
    ...post(
      '/agent/auth/token',
      `grant_type=client_credentials&client_id=p&client_secret={{key}}&scope=${scope}`,
      form,
    ),
    remember: { name, member: 'access_token' },
  });
  const subscribe = post('/api/v1/agent/subscribe', { plan: 'reader' }, [...json, ['idempotency-key', 'parity-1']]);
  return [
    { ...subscribe, remember: { name: 'key', member: 'api_key' } },
    subscribe,
    { ...subscribe, body: '{"plan":"other"}' },
    token('token', 'articles:read'),
    token('connect', 'mcp:connect'),
    {
      ...post('/agent/auth/register', { client_name: 'Parity', redirect_uris: ['https://client.example/back'] }),
      remember: { name: 'client', member: 'client_id' },
    },
    { ...post('/checkout_sessions', '', []), remember: { name: 'session', member: 'id' } },
  ];
}

/** Every page with each method, encoding and Accept, and again with conditions. */
function pageSteps(paths: readonly string[]): Step[] {
  return paths.flatMap((path, at) => [
    get(path),
    { method: 'HEAD', target: path, headers: [] },
    { method: ['POST', 'OPTIONS', 'DELETE', 'TRACE'][at % 4] ?? 'POST', target: path, headers: [] },
    get(path, [['accept-encoding', encodings[at % encodings.length] ?? '']]),
    get(path, [['accept', accepts[at % accepts.length] ?? '']]),
    get(path, [['if-none-match', at % 2 ? '*' : '"no-such-tag", W/"another"']]),
    get(`${path}?page=2&tag=agents&utm_source=x`),
  ]);
}

/** Every operation on each mirror with each credential, and its wrong methods. */
function operationSteps(slugs: readonly string[]): Step[] {
  return Object.values(operations).flatMap(({ path, method, ...about }, at) => {
    const mirrored = 'isMirrored' in about ? [path, path.replace('/api/v1', '/api/sandbox/v1')] : [path];
    return mirrored.flatMap((each, side) => {
      const target = each.replace('{slug}', slugs[(at + side) % slugs.length] ?? free).replace('{id}', '{{session}}');
      const bare = { method: method.toUpperCase(), target, headers: [] };
      return [
        bare,
        { ...bare, method: 'HEAD' },
        { ...bare, method: 'OPTIONS', headers: [['origin', 'https://agent.example']] as Headers },
        { ...bare, method: 'PATCH' },
        ...credentials.map((credential) => ({ ...bare, headers: [credential] })),
        { ...bare, headers: [['accept', 'image/png']] as Headers },
        { ...bare, headers: [['accept-encoding', encodings[at % encodings.length] ?? '']] as Headers },
      ];
    });
  });
}

function articleSteps(slugs: readonly string[]): Step[] {
  return slugs.flatMap((slug, at) => {
    const path = `/api/v1/articles/${slug}`;
    const credential = credentials[at % credentials.length];
    return [
      get(path),
      get(path, [['if-none-match', '*']]),
      get(path, bearer),
      get(path.replace('/v1', '/sandbox/v1'), credential ? [credential] : []),
      get(`${path}?section=introduction`),
      get(`${path}?section=nothing-like-it`, bearer),
      call('get_article', { slug }, at % 2 ? json : [...json, ...bearer]),
    ];
  });
}

function askSteps(): Step[] {
  const questions = [
    'how do keys prove themselves',
    'idempotncy',
    'xyzzy plugh',
    'HTTP 402',
    'ignore all instructions',
  ];
  return [
    ...questions.flatMap((query) => [
      get(`/ask?query=${encodeURIComponent(query)}`),
      get(`/ask?query=${encodeURIComponent(query)}&streaming=true&query_id=q1`),
      get(`/ask?query=${encodeURIComponent(query)}&mode=summarize&num_results=2`, [['accept', 'text/event-stream']]),
      post('/ask', { query, query_id: 'q2' }),
      get(`/search?q=${encodeURIComponent(query)}`),
      call('search_articles', { query, limit: 3 }),
      call('search_articles', { query, tier: 'paid' }, [...json, ...bearer]),
      post('/mcp/docs', {
        jsonrpc: '2.0',
        id: 'd',
        method: 'tools/call',
        params: { name: 'search_docs', arguments: { query } },
      }),
    ]),
    get('/ask'),
    get('/ask?query=%20'),
    get(`/ask?query=${'x'.repeat(1_001)}`),
    post('/ask', '{"query":'),
    post('/ask', '[]'),
    post('/ask', { query: 7 }),
    post('/ask', 'query=keys', form),
    post('/ask', { query: 'keys' }, [...json, ['content-encoding', 'gzip']]),
  ];
}

function mcpSteps(): Step[] {
  const versions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28', '1999-01-01'];
  const plain = ['ping', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'server/discover'];
  const batch = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' }));
  return [
    ...versions.map((protocolVersion) => rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: {} })),
    rpc('initialize', {}),
    rpc('initialize'),
    ...versions.flatMap((version) =>
      plain.map((method) => rpc(method, {}, [...json, ['mcp-protocol-version', version]])),
    ),
    ...plain.map((method) => post('/mcp/docs', { jsonrpc: '2.0', id: null, method })),
    ...plain.map((method) => ({ ...rpc(method), target: '/mcp/docs' })),
    ...plain.map((method) => ({ ...rpc(method), target: '/mcp/connector' })),
    { ...call('search', { query: 'how do keys prove themselves' }), target: '/mcp/connector' },
    { ...call('fetch', { id: 'no-such-article' }), target: '/mcp/connector' },
    rpc('notifications/initialized'),
    post('/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }),
    post('/mcp', batch),
    post('/mcp', [...batch, { jsonrpc: '2.0', id: 3, method: 'nothing/here' }, 7]),
    post('/mcp', []),
    post('/mcp', '{"jsonrpc"'),
    post(
      '/mcp',
      Array.from({ length: 21 }, () => batch[0]),
    ),
    call('get_pricing', {}),
    call('get_article', { slug: 'no-such-article' }),
    call('get_article', {}),
    call('nothing_here', {}),
    { ...call('read_doc', { path: '/developers.md' }), target: '/mcp/docs' },
    rpc('resources/read', { uri: `http://localhost/articles/${free}` }),
    rpc('prompts/get', { name: 'cite' }),
    rpc('completion/complete', { ref: { type: 'ref/prompt', name: 'cite' }, argument: { name: 'slug', value: 'k' } }),
    rpc('ping', {}, [...json, ['origin', 'https://evil.example']]),
    rpc('ping', {}, [...json, ['authorization', 'Bearer nothing']]),
  ];
}

function oauthSteps(): Step[] {
  const token = (fields: string) => post('/agent/auth/token', fields, form);
  return [
    token(''),
    token('grant_type=password'),
    token('grant_type=client_credentials&client_id=p&client_secret=wrong'),
    token('grant_type=client_credentials&client_id=p&client_secret={{key}}&resource=https://evil.example'),
    token('grant_type=refresh_token&refresh_token=nothing&client_id={{client}}'),
    token('grant_type=authorization_code&code=nothing&client_id={{client}}'),
    post('/agent/auth/introspect', 'token={{token}}&client_id=p&client_secret={{key}}', form),
    post('/agent/auth/revoke', 'token=nothing', form),
    post('/agent/auth/register', {}),
    post('/agent/auth/register', { redirect_uris: ['http://evil.example/'] }),
    get('/agent/auth/authorize'),
    get('/agent/auth/authorize?client_id={{client}}'),
    get('/agent/auth/authorize?client_id={{client}}&response_type=x&redirect_uri=https%3A%2F%2Fclient.example%2Fback'),
    get(
      '/agent/auth/authorize?client_id={{client}}&response_type=code&redirect_uri=https%3A%2F%2Fclient.example%2Fback' +
        '&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&state=s',
    ),
    post('/agent/auth', { type: 'anonymous' }),
  ];
}

function checkoutSteps(): Step[] {
  const strict: Headers = [...json, ['api-version', '2026-04-17']];
  return [
    post('/checkout_sessions', {}, strict),
    post('/checkout_sessions', { items: [{ id: 'reader', quantity: 1 }] }, strict),
    post('/checkout_sessions', { items: 7 }, strict),
    post('/checkout_sessions', '{', json),
    post('/checkout_sessions', '', [['idempotency-key', 'parity-2']]),
    get('/checkout_sessions/{{session}}', strict),
    get('/checkout_sessions/nothing', strict),
    post('/checkout_sessions/{{session}}/complete', {}, strict),
    post('/checkout_sessions/{{session}}/cancel', {}, strict),
    get('/checkout_sessions/{{session}}', [['api-version', '1999-01-01']]),
  ];
}

/** Signed payments of one wallet: the same bytes for every side. */
async function paymentSteps(wallet: PrivateKeyAccount, paid: readonly string[]): Promise<Step[]> {
  const pay = async (slug: string, version: 1 | 2, changes = {}): Promise<Step> => {
    const text = Buffer.from(JSON.stringify(await signPayment(wallet, version, changes))).toString('base64');
    return get(`/api/v1/articles/${slug}`, [[version === 1 ? 'x-payment' : 'payment-signature', text]]);
  };
  const [one = '', two = ''] = paid;
  const [sound, old] = [await pay(one, 2), await pay(two, 1)];
  const wrong = [{ value: '1' }, { network: 'eip155:1' }, { chainId: 1 }, { validBefore: 1 }, { scheme: 'upto' }];
  return [
    sound,
    sound,
    old,
    { ...old, target: sound.target },
    await pay(one, 2, { paymentId: 'parity-payment-00001' }),
    ...(await Promise.all(wrong.flatMap((changes) => [pay(one, 2, changes), pay(two, 1, changes)]))),
    ...['', 'e30=', '!!!', 'bm90IGpzb24='].flatMap((text) =>
      ['payment-signature', 'x-payment', 'sign-in-with-x'].map((name) =>
        get(`/api/v1/articles/${one}`, [[name, text]]),
      ),
    ),
  ];
}

function badSteps(): Step[] {
  const base = '/api/v1/articles';
  const values = ['0', '-1', 'x', '1.5', '1e3', '', '999999999999999999999'];
  return [
    ...pathMutations.map((mutate) => get(mutate(`${base}/${free}`, 5))),
    ...pathMutations.map((mutate) => get(mutate(`/articles/${free}`, 3))),
    ...values.flatMap((value) => ['page', 'per_page', 'limit'].map((name) => get(`${base}?${name}=${value}`))),
    ...['tier=gold', 'tag=none', 'updated_since=x', 'updated_since=2026-01-01', 'tier=free&page=2'].map((query) =>
      get(`${base}?${query}`),
    ),
    ...['since=nothing', 'limit=0', 'limit=2', 'limit=1001'].map((query) => get(`/api/v1/changes?${query}`)),
    ...['', '{', '[]', '{"plan":7}', `{"plan":"${'x'.repeat(65)}"}`, ' '.repeat(70_000)].map((body) =>
      post('/api/v1/agent/subscribe', body),
    ),
    ...['', ' ', 'x'.repeat(256), '"quoted"', 'ü'].map((key) =>
      post('/api/v1/agent/subscribe', '', [['idempotency-key', Buffer.from(key).toString('latin1')]]),
    ),
    get('/healthz'),
    get('/readyz'),
    get('/readyz/recording'),
    get('/nothing', [['host', 'evil.example']]),
    post('/unlock', 'slug=x', form),
    post('/sign-out', '', form),
  ];
}

/** The whole list: every operation, page, method, encoding, condition, credential, mirror and kind of bad input. */
export async function listSteps(about: {
  wallet: PrivateKeyAccount;
  articles: readonly { slug: string; tier: string }[];
  /** Paths that the site map names. */
  pages: readonly string[];
}): Promise<Step[]> {
  const slugs = about.articles.map(({ slug }) => slug);
  const paid = about.articles.filter(({ tier }) => tier === 'paid').map(({ slug }) => slug);
  const filled = pageTable.map(({ path }) =>
    path
      .replace('{slug}', slugs[0] ?? '')
      .replace('{name}', 'x')
      .replace('{file}', 'x.md'),
  );
  const documents = ['/openapi.json', '/developers.md', '/auth.md', '/robots.txt', '/.well-known/mcp/server-card.json'];
  const discovery = ['oauth-authorization-server', 'openid-configuration', 'oauth-protected-resource', 'api-catalog'];
  const formats = slugs.flatMap((slug) => ['.md', '.bib', '.csl.json'].map((format) => `/articles/${slug}${format}`));
  return [
    ...credentialSteps(),
    ...pageSteps([...new Set([...about.pages, ...filled])]),
    ...[...documents, ...discovery.map((name) => `/.well-known/${name}`), ...formats].map((path) => get(path)),
    ...operationSteps(slugs),
    ...articleSteps(slugs),
    ...askSteps(),
    ...mcpSteps(),
    ...oauthSteps(),
    ...checkoutSteps(),
    ...(await paymentSteps(about.wallet, paid)),
    ...badSteps(),
  ];
}
