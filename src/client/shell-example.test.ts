import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPageExamples } from '../../tests/specification/example-document.ts';
import { freePort } from '../../tests/support/free-port.ts';
import { checkExample, runExample } from './shell-example.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Every value that an example of the guides picks from a response. */
const body =
  '{"id":"a1","api_key":"b 2","client_id":"c3","client_secret":"d4","access_token":"e5","outline":[{"depth":2,"id":"f6"}]}\n';
const seen: Seen[] = [];
const server = createServer(async (request, response) => {
  const { method, url, headers } = request;
  seen.push({ method, url, headers, body: await text(request) });
  response.end(body);
});
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
beforeAll(() => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)));
afterAll(() => server.close());

/** Values in braces, as they are in the pages of a publication. */
function fillPage(markdown: string): string {
  const values: Record<string, string> = {
    base_url: origin,
    auth_url: `${origin}/agent/auth`,
    example_question: 'how many requests & how fast?',
    http_code: '{http_code}',
  };
  return markdown.replaceAll(/\{([a-z]+_[a-z]+)\}/g, (_, name) => values[name] ?? name);
}

function readGuides() {
  const folder = 'src/software/pages';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'));
  return files.sort().map((file) => ({
    file,
    blocks: readPageExamples(file, fillPage(readFileSync(`${folder}/${file}`, 'utf8')))
      .filter(({ kind }) => kind === 'shell')
      .map(({ code }) => code),
  }));
}

const check = (code: string) => checkExample(code, origin).catch(() => undefined);

const variables = { KEY: 'key-1', TOKEN: 'token-1', CLIENT_ID: 'client-1', CLIENT_SECRET: 'secret 1' };

/** Runs a block as a page does. */
async function run(code: string) {
  const values = new Map(Object.entries(variables));
  await runExample(code, origin, {
    read: (name) => values.get(name) ?? '',
    assign: (name, value) => values.set(name, value),
    send: async (request) => (await fetch(request)).text(),
    pick(given, pattern) {
      if (!pattern.test(given)) throw new Error(`${pattern} is not in ${given}`);
      return given.replace(pattern, '$1');
    },
  });
  return seen.splice(0).map(simplify);
}

async function runByBash(code: string) {
  await promisify(execFile)('bash', ['--norc', '-c', code], { env: { PATH: process.env.PATH, ...variables } });
  return seen.splice(0).map(simplify);
}

/** A request without what each client adds on its own, and without the time and random numbers. */
function simplify({ method, url, headers, body }: Seen) {
  const own = [
    'host',
    'user-agent',
    'connection',
    'content-length',
    'accept-encoding',
    'accept-language',
    'sec-fetch-mode',
  ];
  const given = Object.entries(headers).filter(([name]) => !own.includes(name));
  const key = (value: unknown) =>
    String(value)
      .replaceAll(/\d{6,}/g, 'N')
      .replaceAll(/(?<=-N-)\d+/g, 'N');
  // Versions of curl encode a space as %20 or +, and in small or capital letters.
  const encode = (value = '') => value.replaceAll('+', '%20').replaceAll(/%[\da-f]{2}/g, (code) => code.toUpperCase());
  return {
    method,
    url: encode(url),
    headers: Object.fromEntries(given.map(([name, value]) => [name, key(value)])),
    body: encode(body),
  };
}

describe('the examples of the guides', () => {
  it('can be run in a page, except nine that need a shell', async () => {
    const left: string[] = [];
    let runnable = 0;
    for (const { file, blocks } of readGuides()) {
      for (const code of blocks) {
        if (await check(code)) runnable += 1;
        else left.push(`${file}: ${code.replaceAll(origin, '').slice(0, 40).replaceAll('\n', ' ')}`);
      }
    }
    expect(left).toEqual([
      "developers/ask.md: curl -s -N -X POST /ask -H 'Accept: text",
      'developers/checkout.md: ORDER="order-$(date +%s)-$RANDOM$RANDOM"',
      'developers/checkout.md: session=$(sed -n \'s/^{"id":"\\([^"]*\\)".*',
      "developers/lists.md: next='/api/v1/articles?per_page=5' while",
      'developers/lists.md: curl -sD headers.txt /api/v1/corpus > co',
      "developers/lists.md: curl -s '/api/v1/changes?limit=1' | tee ",
      'developers/lists.md: cursor=$(sed -n \'s/.*"cursor":"\\([^"]*\\)',
      'developers/requests.md: curl -s -o article.json --etag-save arti',
      'developers/requests.md: ONCE="subscribe-$(date +%s)-$RANDOM$RAND',
    ]);
    expect(runnable).toBe(49);
  });

  it('read no variable but the key that no example before them on their page assigns', async () => {
    for (const { file, blocks } of readGuides()) {
      const known = new Set(['KEY']);
      for (const code of blocks) {
        const { needs, assigned } = (await check(code)) ?? { needs: [], assigned: [] };
        for (const name of needs) expect(known, `${file}: ${code}`).toContain(name);
        for (const name of assigned) known.add(name);
      }
    }
  });

  it('send no header that a browser leaves out, and no method that it forbids', async () => {
    const forbidden =
      /^(?:accept-(?:charset|encoding)|access-control-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|x-http-method.*|proxy-.*|sec-.*)$/;
    const read = () => '$';
    for (const { file, blocks } of readGuides()) {
      for (const code of blocks) {
        const send = async ({ method, headers }: Request) => {
          expect(
            [...headers.keys()].filter((name) => forbidden.test(name)),
            file,
          ).toEqual([]);
          expect(['GET', 'POST', 'DELETE', 'PUT', 'PATCH'], file).toContain(method);
          return body;
        };
        if (await check(code)) await runExample(code, origin, { read, assign: () => {}, send, pick: () => '' });
      }
    }
  });
});

const canCompare = ['bash', 'curl'].every((command) => spawnSync(command, ['--version']).status === 0);

describe.skipIf(!canCompare)('a block is sent as bash and curl send it', () => {
  it('each of the guides', async () => {
    let requests = 0;
    for (const { file, blocks } of readGuides()) {
      for (const code of blocks) {
        if (!(await check(code))) continue;
        const expected = await runByBash(code);
        expect(await run(code), `${file}: ${code}`).toEqual(expected);
        requests += expected.length;
      }
    }
    expect(requests).toBeGreaterThan(50);
  });

  it.each([
    ['with quotes side by side', `curl -s 'ORIGIN/a?b='"$KEY"c'd'`],
    ['with text between quotes and lines that continue', `curl -s \\\n  -d 'a=1\n2' -d "b=$TOKEN" \\\n  "ORIGIN/a"`],
    ['with data in the query beside a query', `curl -G 'ORIGIN/a?x=1' -d y=2 --data-urlencode 'z=ä&b=c d'`],
    ['with encoded data in the body', `curl ORIGIN/a --data-urlencode 'z=ä&b=c+d'`],
    [
      'with another method, a user and a header of its own',
      `curl -X DELETE -u "$CLIENT_ID:$CLIENT_SECRET" -H 'X-A: b: c' ORIGIN/a`,
    ],
    [
      'with a value that an example assigned, spaces included',
      `export A=$(curl -s ORIGIN/a | sed 's/.*"api_key":"\\([^"]*\\)".*/\\1/')\nB=$A\ncurl -s -d "$B" ORIGIN/b`,
    ],
    ['with a whole response as value', `A=$(curl -s ORIGIN/a)\ncurl -s -d "a$A" ORIGIN/b`],
    [
      'with a bracket, braces and plus in a pattern of sed',
      `A=$(sed 's/.*"outline":\\[{[^}]*"id":"\\([^"]*\\)".*/\\1/' <<< "$(curl -s ORIGIN/a)")\ncurl -s "ORIGIN/$A"`,
    ],
    ['after comments and empty lines', `# One\n\ncurl -s ORIGIN/a\n\n# Two: 'it\necho "$KEY"\n`],
  ])('%s', async (_, code) => {
    const filled = code.replaceAll('ORIGIN', origin);
    expect(await check(filled)).toBeDefined();
    const expected = await runByBash(filled);
    expect(expected.length).toBeGreaterThan(0);
    expect(await run(filled)).toEqual(expected);
  });
});

describe('a block is not run at all', () => {
  it.each([
    ['a loop', 'while true; do\n  curl -s ORIGIN/a\ndone'],
    ['two commands in a line', 'curl -s ORIGIN/a; curl -s ORIGIN/b'],
    ['a command after its end', 'curl -s ORIGIN/a && rm -r .'],
    ['a command in the background', 'curl -s ORIGIN/a &'],
    ['another command', 'curl -s ORIGIN/a\ncat article.json'],
    ['a file that is written', 'curl -s ORIGIN/a > article.json'],
    ['a file that curl writes', 'curl -s -o article.json ORIGIN/a'],
    ['a file that curl reads', 'curl -s -d @article.json ORIGIN/a'],
    ['a file that sed reads', `A=$(sed 's/.*\\(a\\).*/\\1/' article.json)`],
    ['a pipe', 'curl -s ORIGIN/a | tee article.json'],
    ['an option that is not known', 'curl -s -N ORIGIN/a'],
    ['an option without its value', 'curl -s ORIGIN/a -H'],
    ['several options in one', 'curl -si ORIGIN/a'],
    ['another origin', 'curl -s https://elsewhere.example/a'],
    ['another origin behind its own', 'curl -s ORIGIN@elsewhere.example/a'],
    ['another origin in a variable', 'curl -s "$URL"'],
    ['a body in a GET', 'curl -s -X GET -d a=1 ORIGIN/a'],
    ['a line that continues inside a word', 'curl -s\\\nORIGIN/a'],
    ['two URLs', 'curl -s ORIGIN/a ORIGIN/b'],
    ['no URL', 'curl -s'],
    ['a pattern of file names', 'curl -s ORIGIN/a?b=*'],
    ['a variable that bash would split', 'curl -s ORIGIN/a -d $KEY'],
    ['a variable with an operator', `curl -s "ORIGIN/$\{KEY:-none}"`],
    ['backticks', 'curl -s "ORIGIN/`whoami`"'],
    ['an escape in quotes', 'curl -s "ORIGIN/a\\nb"'],
    ['an environment of one command', 'A=1 curl -s ORIGIN/a'],
    ['a body with its headers as value', 'A=$(curl -s -i ORIGIN/a)'],
    ['a substitution that another one is not known in', 'A="$(date +%F)"'],
    ['a sed that does more than pick one group', `A=$(curl -s ORIGIN/a | sed 's/a/b/g')`],
    ['a quote without its end', `curl -s 'ORIGIN/a`],
    ['a substitution without its end', 'A=$(curl -s ORIGIN/a'],
    ['a comment behind a command', 'curl -s ORIGIN/a # why'],
  ])('with %s', async (_, code) => {
    expect(await check(code.replaceAll('ORIGIN', origin))).toBeUndefined();
    expect(seen).toEqual([]);
  });

  it('with an origin that only begins like its own', async () => {
    await expect(checkExample('curl http://localhost/a', 'http://localhost')).resolves.toBeDefined();
    const other = checkExample('curl http://localhost.elsewhere.example/a', 'http://localhost');
    await expect(other).rejects.toThrow('Not understood: curl http://localhost.elsewhere.example/a');
  });
});
