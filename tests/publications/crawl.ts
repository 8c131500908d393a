/** One answer, as text: headers and body. */
export interface Heard {
  path: string;
  status: number;
  type: string;
  headers: string;
  body: string;
  /** Where it was named first. */
  from: string;
}

/** Where a reader or an agent begins; everything else is found from here. */
const starts = [
  '/',
  '/index.md',
  '/articles',
  '/articles.md',
  '/articles?page=2',
  '/tags',
  '/search',
  '/search?q=article',
  '/developers',
  '/developers.md',
  '/agent/auth',
  '/agent/auth.md',
  '/auth.md',
  '/pricing',
  '/pricing.md',
  '/why',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap.md',
  '/feed.xml',
  '/feed.atom',
  '/rss.xml',
  '/feed.json',
  '/opensearch.xml',
  '/openapi.json',
  '/developers/changelog.xml',
  '/openapi.yaml',
  '/openapi/articles.json',
  '/consent.css',
  '/og/default.png',
  '/api/v1/articles',
  '/api/sandbox/v1/articles',
  '/api/v1/articles?page=9',
  '/api/v1/pricing',
  '/ask?query=article',
  '/ask?query=article&streaming=1',
  '/ask?query=article&mode=summarize',
  '/mcp/server-card',
  '/mcp/docs/server-card',
  '/mcp/connector/server-card',
  '/.well-known/x402',
  '/.well-known/acp.json',
  '/.well-known/api-catalog',
  '/.well-known/ai-catalog.json',
  '/.well-known/security.txt',
  '/.well-known/agent-skills/index.json',
  '/.well-known/mcp/server-card.json',
  '/.well-known/oauth-authorization-server',
  '/.well-known/oauth-protected-resource',
  '/.well-known/openid-configuration',
  '/nothing-here',
  '/api/v1/nothing-here',
];

/** Asks every address of a site that its own answers name, each once. */
export async function crawl(base: string): Promise<Heard[]> {
  const heard = new Map<string, Heard>();
  const waiting = starts.map((path) => ({ path, from: 'the list of starts' }));
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { path, from } = next;
    if (heard.has(path)) continue;
    const answer = await fetch(base + path, { redirect: 'manual' });
    const type = answer.headers.get('content-type') ?? '';
    const body = /^(?:image|font)\/(?!svg)/.test(type) ? '' : await answer.text();
    const headers = JSON.stringify([...answer.headers]);
    heard.set(path, { path, from, status: answer.status, type, headers, body });
    if (answer.ok)
      waiting.push(...findAddresses(body, { base, path, type }).map((found) => ({ path: found, from: path })));
  }
  return [...heard.values()];
}

function findAddresses(body: string, { base, path, type }: { base: string; path: string; type: string }): string[] {
  // In a page, the quotation mark after an address in JSON is written as a reference, and an address in code may break
  // after a slash.
  const named = [
    ...body
      .replaceAll('&quot;', '"')
      .replaceAll('<wbr>', '')
      .matchAll(new RegExp(`${base}(/[^\\s"'<>)\\\\\`{}|]*)`, 'g')),
  ]
    .filter((found) => found.input[found.index + found[0].length] !== '{')
    .map(([, found = '']) => found);
  const linked = type.startsWith('text/html')
    ? [...body.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, found = '']) => found.replaceAll('&amp;', '&'))
    : [];
  return [...named, ...linked]
    .map((found) => new URL(found, base + path))
    .filter(({ origin }) => origin === base)
    .map(({ pathname, search }) => pathname + search)
    .filter((found) => !isNoDocument(found));
}

/** Addresses that are posted to, patterns, and what examples make up. */
function isNoDocument(path: string): boolean {
  return (
    /^\/(?:mcp(?:\/(?:docs|connector))?|agent\/auth\/.+|checkout_sessions.*|api\/(?:sandbox\/)?v1\/(?:agent\/.*|verify|standing|receipts\/redeem)|ask|unlock|sign-out|read\/.*)$/.test(
      path,
    ) ||
    /^\/api\/(?:sandbox\/)?v1$/.test(path) ||
    // A dollar begins a variable of a shell.
    /\.\.\.|%7B|no-such|…|\$/i.test(path) ||
    /[.,;:&*]$/.test(path)
  );
}
