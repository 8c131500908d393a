import { afterAll, describe, expect, inject, it } from 'vitest';
import { findChromium, startChromium } from '../../src/build/chromium.ts';
import { createSubscriberFetch, printArticle } from '../../src/build/print-article.ts';
import { runPdf } from '../../src/cli/pdf.ts';
import { askSite, openTestRelease, openTestSite } from '../support/release.ts';
import { readPdfText } from './pdf-text.ts';

const baseUrl = inject('baseUrl');
const slugs = { free: 'canonical-numbers-rate-limit-headers', paid: 'keys-that-prove-themselves' };
const paidPath = `/articles/${slugs.paid}.pdf`;
const release = await openTestRelease(baseUrl);
const pdf = { mimeType: 'application/pdf', slugs: [slugs.paid], load: async () => Buffer.from('%PDF what is sold') };
const withPdf = { ...release, paidFigures: new Map([...release.paidFigures, [paidPath, pdf]]) };
// One moment for both: the windows of their limits begin in the same second.
const openedAt = Date.now();
const now = () => openedAt;
const printed = await openTestSite({ baseUrl, now, release: withPdf });
const unprinted = await openTestSite({ baseUrl, now, release });

afterAll(async () => {
  await printed.close();
  await unprinted.close();
});

describe('the PDF of a paid article', () => {
  it('opens to a key in the header or in the cookie, for nobody else and kept by nobody', async () => {
    const { keyring } = printed.site.services;
    const key = keyring.mint({ id: '1'.repeat(20), scopes: ['articles:read'], issuedAt: Date.now() });
    const cookie = `reader_key=${key}`;
    const credentials: Record<string, string>[] = [
      { cookie },
      { authorization: `Bearer ${key}` },
      // A site that is not public yet: the browser sends its password with everything.
      { cookie, authorization: 'Basic c3RhZ2luZzpwdw==' },
    ];
    for (const headers of credentials) {
      const { status, body, headers: said } = await askSite(printed.site, paidPath, { headers });
      expect([status, body.toString()]).toEqual([200, '%PDF what is sold']);
      expect(said).toContainEqual(['content-type', 'application/pdf']);
      expect(said).toContainEqual(['cache-control', 'private, no-store']);
    }
    const page = await askSite(printed.site, `/articles/${slugs.paid}`, { headers: { cookie: `reader_key=${key}` } });
    expect(page.body.toString()).toContain(`href="${paidPath}"`);
  });

  it('leads everybody else to the article, and does not say whether there is one', async () => {
    const { keyring } = printed.site.services;
    const grant = { id: '2'.repeat(20), issuedAt: Date.now() };
    const weak = keyring.mint({ ...grant, scopes: ['mcp:connect'] });
    const strong = keyring.mint({ ...grant, scopes: ['articles:read'] });
    const others: Record<string, string>[] = [
      {},
      { cookie: `reader_key=${weak}` },
      { authorization: 'Bearer nonsense' },
      { authorization: 'Bearer nonsense', cookie: `reader_key=${strong}` },
      { authorization: 'Basic c3RhZ2luZzpwdw==' },
    ];
    for (const headers of others) {
      const [one, other] = await Promise.all(
        [printed, unprinted].map(({ site }) =>
          askSite(site, paidPath, { headers, clientAddress: JSON.stringify(headers) }),
        ),
      );
      expect(one).toEqual(other);
      expect([one?.status, one?.body.length]).toEqual([303, 0]);
      expect(one?.headers).toContainEqual(['location', `/articles/${slugs.paid}`]);
    }
    const [one, other] = await Promise.all(
      [printed, unprinted].map(({ site }) => askSite(site, `/articles/${slugs.paid}`)),
    );
    expect(one).toEqual(other);
    expect(one?.body.toString()).not.toContain(paidPath);
  });

  it.each(['/articles/nothing-here.pdf', `/articles/${slugs.free}.pdf`])('is nothing at %s', async (path) => {
    expect((await askSite(printed.site, path)).status).toBe(404);
  });
});

describe.skipIf(!findChromium(process.env))('a printed article', () => {
  it('has its statements and proofs with their numbers, after its chart with the table of its numbers', async () => {
    const browser = await startChromium(process.env);
    if (typeof browser === 'string') throw new Error(browser);
    try {
      const slug = 'a-canary-in-every-construct';
      const article = release.open.articles.find((candidate) => candidate.slug === slug);
      if (!article) throw new Error(`There is no ${slug}.`);
      const about = { article, url: `${baseUrl}/articles/${slug}`, fetch: createSubscriberFetch(printed.site) };
      const text = readPdfText(await printArticle(browser, about));
      expect(text).toContain('Theorem1(Aboutvexiltheoremtitle).Everyvexilstatementholds.');
      expect(text).toContain('Proof.Itfollowsfromvexilproof.');
      expect(text).toContain('Table1,Theorem1andEquation');
      expect(text.indexOf('vexilcharttitle')).toBeGreaterThan(0);
      // A label stands at its bar and in its row; paper has no links to a file of the chart.
      expect(text.split('vexilchartrow')).toHaveLength(3);
      expect(text).not.toContain('TableCSVSVGPNG');
      // The author has folded it; paper cannot be unfolded.
      expect(text).toContain('Insidestandsvexildetails');
      expect(text.indexOf('vexilcharttitle')).toBeLessThan(text.indexOf('Theorem1(About'));
    } finally {
      await browser.close();
    }
  });

  it.each(Object.values(slugs))('%s is whole, tagged, has title and outline', async (slug) => {
    const browser = await startChromium(process.env);
    if (typeof browser === 'string') throw new Error(browser);
    try {
      const article = release.open.articles.find((candidate) => candidate.slug === slug);
      if (!article) throw new Error(`There is no ${slug}.`);
      const about = { article, url: `${baseUrl}/articles/${slug}`, fetch: createSubscriberFetch(printed.site) };
      const bytes = await printArticle(browser, about);
      expect((await printArticle(browser, about)).equals(bytes), 'printed again it is the same file').toBe(true);
      const text = bytes.toString('latin1');
      const [created, changed] = [article.date, article.updated ?? article.date].map((day) => day.replaceAll('-', ''));
      expect(text).toContain(`/CreationDate (D:${created}000000+00'00')\n/ModDate (D:${changed}000000+00'00')`);
      expect(text).toMatch(/^%PDF-/);
      // PDF 32000-1 section 7.9.2.2: text beyond ASCII is UTF-16.
      expect(text).toContain(
        `/Title <FEFF${Buffer.from(article.title, 'utf16le').swap16().toString('hex').toUpperCase()}`,
      );
      expect(text).toContain('/Lang (en)');
      expect(text).toContain('/StructTreeRoot');
      // Every section is in the outline, those that are sold too.
      for (const { title } of article.outline.filter((entry) => /^[\w ,]+$/.test(entry.title)))
        expect(text).toContain(`/Title (${title})`);
    } finally {
      await browser.close();
    }
  });
});

describe('npm run pdf', () => {
  const run = async (args: string[], env: Record<string, string> = {}) => {
    let said = '';
    const code = await runPdf(args, {
      env: { BASE_URL: baseUrl, RELEASE_DIR: '.test-build', ...env },
      print: (text) => (said += text),
    });
    return { code, said };
  };

  it('says in one sentence that there is no Chromium, and leaves the release as it is', async () => {
    const { code, said } = await run([slugs.free], { CHROMIUM: '/nowhere/chromium' });
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^No PDF was made, and pages offer none: Chromium .+\.\n$/),
    ]);
  });

  it('names an article that the release does not have', async () => {
    expect(await run(['no-such-article'])).toEqual({
      code: 1,
      said: 'The release has no article no-such-article, or it has a PDF of its author.\n',
    });
  });
});
