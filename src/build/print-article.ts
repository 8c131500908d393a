import type { Browser } from 'playwright-core';
import { changedOn } from '../core/articles.ts';
import type { PublicArticle } from '../library/library.ts';
import { headerEntries } from '../serve/fixed-headers.ts';
import { fromWebRequest } from '../serve/http-request.ts';
import type { ServedRelease } from '../server/process/served-release.ts';

/** The resources of a printed page: the page, styles, fonts, pictures. */
export type Fetch = (url: string) => Promise<{ status: number; headers: Record<string, string>; body: Buffer }>;

/** Requests pages of a private site as a reader whose key opens everything. */
export function createSubscriberFetch(site: ServedRelease): Fetch {
  const { keyring, now } = site.services;
  const key = keyring.mint({ id: '0'.repeat(20), scopes: ['articles:read'], issuedAt: now() });
  return async (url) => {
    const webRequest = new Request(url, { headers: { cookie: `reader_key=${key}` } });
    const request = fromWebRequest(webRequest, { requestId: 'print', clientAddress: 'print' });
    const { status, headers, body } = await site.app.serve(request);
    if (body !== undefined && !(body instanceof Uint8Array)) throw new Error(`${url} is a stream of events.`);
    return { status, headers: Object.fromEntries(headerEntries(headers)), body: Buffer.from(body ?? '') };
  };
}

/**
 * Prints the full article as PDF: tagged, with an outline, title and author. The browser can only reach the site, and
 * it runs no scripts, so that every picture is loaded. The same page and the same Chromium give the same file.
 * @param url URL of the article
 * @throws Error when the page or a part of it is missing
 */
export async function printArticle(
  browser: Browser,
  { article, url, fetch }: { article: PublicArticle; url: string; fetch: Fetch },
): Promise<Buffer> {
  const context = await browser.newContext({ javaScriptEnabled: false, bypassCSP: true, colorScheme: 'light' });
  const missing: string[] = [];
  try {
    await context.route('**/*', async (route) => {
      const request = route.request().url();
      if (new URL(request).origin !== new URL(url).origin) return route.abort();
      const response = await fetch(request);
      if (response.status !== 200) missing.push(`${request} (${response.status})`);
      const body = request === url ? withFooter(response.body, { title: article.title, url }) : response.body;
      await route.fulfill({ ...response, body });
    });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'load' });
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
    if (missing.length > 0) throw new Error(`${article.slug} was not printed: ${missing.join(', ')} is not there.`);
    return asPrintedOnce(pdf, article);
  } finally {
    await context.close();
  }
}

/**
 * Replaces the parts of a PDF that differ from print to print, without moving a byte. The article's dates replace the
 * time of printing (PDF 32000-1 section 7.9.4). Chromium numbers the parts of tables across everything that a browser
 * prints; here they are numbered from 1, in the same order because their tree is sorted by name (section 7.9.6).
 */
function asPrintedOnce(pdf: Buffer, article: PublicArticle): Buffer {
  const midnight = (day: string) => `(D:${day.replaceAll('-', '')}000000+00'00')`;
  const text = pdf
    .toString('latin1')
    .replace(/(\/CreationDate )\(D:\d{14}\+00'00'\)/, `$1${midnight(article.date)}`)
    .replace(/(\/ModDate )\(D:\d{14}\+00'00'\)/, `$1${midnight(changedOn(article))}`);
  const names = [...new Set(text.match(nodeName))].sort();
  const numbers = new Map(names.map((name, at) => [name, `(node${String(at + 1).padStart(8, '0')})`]));
  return Buffer.from(
    text.replace(nodeName, (name) => numbers.get(name) ?? name),
    'latin1',
  );
}

const nodeName = /\(node\d{8}\)/g;

/** Adds title and URL to the foot of each page, beside its number. */
function withFooter(html: Buffer, { title, url }: { title: string; url: string }): string {
  const text = JSON.stringify(`${title} · ${url}`).replaceAll('<', '\\3c ');
  const style = `<style>@page { @bottom-left { content: ${text}; color: #47544e; font: 8pt sans-serif; } }</style>`;
  return html.toString().replace('</head>', () => `${style}</head>`);
}
