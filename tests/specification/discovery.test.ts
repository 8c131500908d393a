import { JSDOM } from 'jsdom';
import { ConformanceTester } from 'lighthouse/third-party/ard/ard.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Article } from '../../src/contract/schemas-articles.ts';
import { ask, askJson, baseUrl, client, pickArticles, slugsByTier } from '../support/client.ts';

let free: string;
let paid: string;

beforeAll(async () => {
  ({ free, paid } = await pickArticles());
});

const linksOf = async (path: string, headers: Record<string, string> = {}) =>
  (await ask(path, { headers })).headers.get('link') ?? '';

const siteRels = ['api-catalog', 'service-desc', 'service-doc', 'describedby', 'sitemap', 'ai-catalog', 'license'];

describe('the Link header', () => {
  it.each(['/', '/why', '/articles', '/developers', '/index.md', '/auth.md', '/agent/auth.md'])(
    'of %s leads to what describes the site',
    async (path) => {
      const link = await linksOf(path);
      for (const rel of siteRels) expect(link).toContain(`rel="${rel}"`);
    },
  );

  it('is the same for a page and its markdown, and names which of them is the one to cite', async () => {
    const canonical = `<${baseUrl}/why>; rel="canonical"`;
    const links = [await linksOf('/why'), await linksOf('/why.md'), await linksOf('/why', { accept: 'text/markdown' })];
    expect(new Set(links).size).toBe(1);
    expect(links[0]).toContain(canonical);
    expect(links[0]).toContain(`<${baseUrl}/why.md>; rel="alternate"; type="text/markdown"`);
  });

  it.each(['', '.md', '.bib', '.ris', '.csl.json', '.linkset.json'])(
    'signposts an article at its form "%s"',
    async (form) => {
      const link = await linksOf(`/articles/${free}${form}`);
      const { license } = await client.call('getArticle', { params: { slug: free } });
      for (const rel of ['cite-as', 'type', 'author', 'item', 'describedby', 'linkset'])
        expect(link).toContain(`rel="${rel}"`);
      expect(link).toContain(`<${license?.url}>; rel="license"`);
    },
  );

  it('of an API answer leads to its description, a refusal too', async () => {
    for (const path of [
      '/api/v1/pricing',
      `/api/v1/articles/${paid}`,
      '/api/v1/articles/no-such-article',
      '/ask?query=x',
    ])
      expect(await linksOf(path)).toContain(`<${baseUrl}/openapi.json>; rel="service-desc"; type="application/json"`);
  });

  it('of the API catalog names it as one, for HEAD too (RFC 9727)', async () => {
    const path = '/.well-known/api-catalog';
    for (const method of ['GET', 'HEAD']) {
      const link = (await ask(path, { method })).headers.get('link');
      expect([method, link]).toEqual([
        method,
        `<${baseUrl}${path}>; rel="api-catalog"; type="application/linkset+json"`,
      ]);
    }
  });

  it('tells nothing of an address where nothing is', async () => {
    expect(await linksOf('/articles/no-such-article')).toBe('');
  });
});

describe('markdown', () => {
  it('says how many tokens it costs, about four bytes each', async () => {
    for (const path of ['/why.md', `/articles/${free}.md`]) {
      const answer = await ask(path);
      const tokens = Number(answer.headers.get('x-markdown-tokens'));
      expect(tokens).toBe(Math.ceil(Buffer.byteLength(await answer.text()) / 4));
    }
  });

  it('holds no citation key that only an author can read', async () => {
    const { free: slugs } = await slugsByTier();
    for (const slug of slugs) {
      const text = await (await ask(`/articles/${slug}.md`)).text();
      const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, '');
      expect(prose, slug).not.toMatch(/\[@[\w:-]+/);
    }
  });
});

describe('documents for agents', () => {
  it('AGENTS.md has the sections that such files have', async () => {
    const text = await (await ask('/AGENTS.md')).text();
    for (const section of ['Installation', 'Configuration', 'Usage']) expect(text).toContain(`\n## ${section}\n`);
  });

  it('llms-full.txt holds free articles whole, nothing of a paid body, and fits into one reading', async () => {
    const text = await (await ask('/llms-full.txt')).text();
    expect(text.length).toBeLessThan(100_000);
    const newest = (await client.call('listArticles', { query: { tier: 'free', per_page: 1 } })).data[0];
    expect(text).toContain(`### ${newest?.title}`);
    const { article } = z
      .looseObject({ article: z.looseObject({ preview_markdown: z.string() }) })
      .parse(await (await ask(`/api/v1/articles/${paid}`)).json());
    expect(text).not.toContain(article.preview_markdown.slice(-200));
  });

  it('llms.txt names every page, and the site map those of tags, authors and series', async () => {
    const map = await (await ask('/sitemap.md')).text();
    const pages = map.slice(0, map.indexOf('## Articles')).matchAll(/\]\((http[^)]+\.md)\)/g);
    const llms = await (await ask('/llms.txt')).text();
    expect(
      [...pages]
        .map(([, page = '']) => page)
        .filter((page) => !/\/(?:tags|authors|series)\//.test(page) && !llms.includes(`](${page})`)),
    ).toEqual([]);
  });

  it('license.xml says the price of each paid article, and allows what the settings allow', async () => {
    const answer = await ask('/license.xml');
    expect(answer.headers.get('content-type')).toMatch(/^application\/rsl\+xml/);
    const { document } = new JSDOM(await answer.text(), { contentType: 'application/xml' }).window;
    const contents = [...document.querySelectorAll('content')];
    const pathOf = (content: Element) => content.getAttribute('url') ?? '';
    // The narrowest path decides.
    const [sold] = contents
      .filter((content) => `/articles/${paid}`.startsWith(pathOf(content)))
      .toSorted((one, other) => pathOf(other).length - pathOf(one).length);
    expect(sold?.querySelector('payment[type="purchase"] amount')?.textContent).toBe('0.05');
    const allowed = document.querySelector('content[url="/"] permits')?.textContent;
    const robots = await (await ask('/robots.txt')).text();
    expect(allowed?.includes('ai-input')).toBe(robots.includes('ai-input=yes'));
  });

  it('ai-catalog.json passes the conformance test of its specification, with the API, both tool servers and the skill', async () => {
    const text = await (await ask('/.well-known/ai-catalog.json')).text();
    const tester = new ConformanceTester();
    tester.validate_manifest(text, 'ai-catalog.json');
    expect(tester.errors).toEqual([]);
    expect(tester.warnings).toEqual([]);
    const { entries } = JSON.parse(text);
    expect(entries[0].data.entries[0]).toMatchObject({ type: 'application/json', url: `${baseUrl}/openapi.json` });
    expect(entries.map(({ identifier }: { identifier: string }) => identifier.split(':').slice(3).join(' '))).toEqual(
      expect.arrayContaining(['api articles', 'mcp articles', 'mcp docs', 'skill read-research-articles']),
    );
  });
});

describe('what machines read of a page', () => {
  const readPage = async (path: string) => {
    const { document } = new JSDOM(await (await ask(path)).text()).window;
    const data = [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
      JSON.parse(script.textContent ?? ''),
    );
    return { document, data };
  };

  it('an article has one picture: the one that is shown when it is shared, and it is there', async () => {
    for (const slug of [free, paid]) {
      const { document, data } = await readPage(`/articles/${slug}`);
      const shared = document.querySelector('meta[property="og:image"]')?.getAttribute('content');
      expect(data.find((each) => each['@type'] === 'ScholarlyArticle').image).toBe(shared);
      expect((await ask(new URL(shared ?? '').pathname)).headers.get('content-type')).toBe('image/png');
    }
  });

  it('the JSON feed has a square picture, as its readers show it (JSON Feed 1.1, icon)', async () => {
    const { icon } = await (await ask('/feed.json')).json();
    const picture = new JSDOM(await (await ask(new URL(icon).pathname)).text(), { contentType: 'image/svg+xml' });
    const [, , width, height] = (picture.window.document.documentElement.getAttribute('viewBox') ?? '').split(' ');
    expect([Number(width) > 0, width]).toEqual([true, height]);
  });

  it('a list says what it was narrowed to in a sentence', async () => {
    const { document } = await readPage('/articles?tier=free');
    expect(document.querySelector('.result-count')?.textContent?.trim()).toMatch(/^\d+ articles, Free$/);
  });

  it.each(['/', '/articles', '/why', '/developers', '/tags'])('%s has a trail from the home page', async (path) => {
    const { data } = await readPage(path);
    const trail = data.find((each) => each['@type'] === 'BreadcrumbList');
    expect(trail.itemListElement[0].item).toBe(`${baseUrl}/`);
  });

  it.each(['/', '/articles', '/tags', '/series/the-wall', '/why', '/developers/mcp'])(
    '%s says in JSON-LD on which day what it shows last changed, as the site map does',
    async (path) => {
      const { data } = await readPage(path);
      const sitemap = await (await ask('/sitemap.xml')).text();
      const changed = new RegExp(`<loc>${baseUrl}${path === '/' ? '/?' : path}</loc><lastmod>([^<]+)</lastmod>`).exec(
        sitemap,
      )?.[1];
      const { dateModified } = data.find((each) => each['@type'] === 'WebPage');
      expect(dateModified).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (path !== '/tags') expect(dateModified).toBe(changed);
    },
  );

  it('names an organisation as one, in JSON-LD, in the answers of /ask, in Highwire tags and in RIS', async () => {
    const { citation } = Article.parse(await (await ask(`/api/v1/articles/${free}`)).json());
    expect(JSON.stringify(citation?.csl?.author)).toContain('"literal"');
    const { document, data } = await readPage(`/articles/${free}`);
    const described = data.find((each) => each['@type'] === 'ScholarlyArticle');
    expect(described.author[0]['@type']).toBe('Organization');
    const { name } = described.author[0];
    expect(document.querySelector('meta[name="citation_author"]')?.getAttribute('content')).toBe(`${name},`);
    expect(await (await ask(`/articles/${free}.ris`)).text()).toContain(`AU  - ${name},\r\n`);
    const { results } = await askJson(
      `/ask?query=${free.replaceAll('-', '+')}`,
      z.object({
        results: z.array(
          z.looseObject({ schema_object: z.looseObject({ author: z.array(z.looseObject({ '@type': z.string() })) }) }),
        ),
      }),
    );
    expect(results[0]?.schema_object.author[0]?.['@type']).toBe('Organization');
  });

  it('gives each block of code the class of its language', async () => {
    const { document } = await readPage('/developers/mcp');
    const blocks = [...document.querySelectorAll('.prose pre code')];
    expect(blocks.length).toBeGreaterThan(10);
    expect(blocks.filter(({ className }) => !/\blanguage-\w+/.test(className))).toEqual([]);
  });

  it('describes its search form to an agent in the browser', async () => {
    const { document } = await readPage('/search');
    const form = document.querySelector('form[toolname]');
    expect(form?.getAttribute('tooldescription')).toBeTruthy();
    expect(form?.querySelector('input')?.getAttribute('toolparamdescription')).toBeTruthy();
  });
});
