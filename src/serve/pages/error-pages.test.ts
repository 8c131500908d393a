import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../contract/error-table.ts';
import { createUrls } from '../../contract/urls.ts';
import { ServiceError } from '../../core/service-error.ts';
import { ArticleWithdrawn } from '../../core/withdrawn.ts';
import { toBodyVariants } from '../body-variants.ts';
import { createFixedHeaders } from '../fixed-headers.ts';
import { fromWebRequest } from '../http-request.ts';
import { createErrorPages } from './error-pages.ts';

const urls = createUrls('https://research.example');

interface ReadOptions {
  accept?: string;
  /** The page of a 404. */
  frame?: string;
}

async function read(
  error: ServiceError,
  language: string,
  { accept = 'text/html', frame }: ReadOptions = {},
): Promise<string> {
  const refuse = createErrorPages({
    urls,
    language,
    fixed: createFixedHeaders(urls.base),
    notFoundPage: async () =>
      frame === undefined
        ? undefined
        : {
            status: 200,
            headers: [],
            content: toBodyVariants({ identity: Buffer.from(frame) }, { type: 'text/html' }),
          },
  });
  const request = new Request(urls.at('/articles'), { headers: { accept } });
  const { content } = await refuse(error, fromWebRequest(request, { requestId: 'request-1', clientAddress: '' }));
  return content && 'identity' in content ? Buffer.from(content.identity.bytes).toString() : '';
}

describe('an error at the URL of a page', () => {
  // A client that accepts no page gets the JSON error of a program.
  it.each(errorCodes.filter((code) => code !== 'not_acceptable'))(
    'says %s in German to readers of a German publication',
    async (code) => {
      const error = new ServiceError(code, 'Allowed: GET, HEAD, OPTIONS.', { retryAfter: 7 });
      const page = await read(error, 'de-CH');
      expect(page).toContain('<html lang="de-CH">');
      expect(page).toContain('In 7 Sekunden geht es wieder.');
      expect(page).not.toMatch(/\b(?:the|this|address|takes|request-1 )\b/i);
      expect(page.includes('request-1')).toBe(error.status >= 500);
    },
  );

  it('says in markdown what people read in German, and what programs read in English', async () => {
    const error = new ServiceError('rate_limited', undefined, { retryAfter: 7 });
    const markdown = await read(error, 'de', { accept: 'text/markdown' });
    expect(markdown).toMatch(
      /^# Zu viele Anfragen\n\nBitte warten .* In 7 Sekunden geht es wieder\.\n\n`rate_limited`: [A-Z]/,
    );
    expect(markdown).toContain('Oder beginnen Sie hier: [/sitemap.md](https://research.example/sitemap.md)');
  });

  it('declares itself English without words in the language of the publication', async () => {
    const page = await read(new ServiceError('rate_limited', undefined, { retryAfter: 1 }), 'mi');
    expect(page).toContain('<html lang="en">');
    expect(page).toContain('<h1>Too many requests</h1>');
    expect(page).toContain('Try again in 1 second.');
  });

  it('links from an unknown host name to the right URL', async () => {
    const page = await read(new ServiceError('misdirected_request'), 'en');
    expect(page).toContain('<h1>This site has another address</h1>');
    expect(page).toContain('<a href="https://research.example/articles">');
  });
});

describe('an error in the frame of the site', () => {
  const frame =
    '<title>Nothing here · Quire</title><meta property="og:title" content="Nothing here"><link rel="canonical" href="https://research.example/404"><nav>Articles</nav><main><header class="page-header"><h1>Nothing</h1></header><form></form></main><footer>About</footer>';
  const record = {
    date: '2026-05-02',
    reason: 'It cost $& and <b>more</b>.',
    replacement: 'https://research.example/articles/new?a=1&b=2',
  };
  const url = 'https://research.example/articles/old';
  const withdrawn = new ArticleWithdrawn(record, { url, replacementTitle: undefined });

  const escaped = 'https://research.example/articles/new?a=1&amp;b=2';

  it('shows why an article was withdrawn between the header and the footer of every page', async () => {
    const page = await read(withdrawn, 'en', { frame });
    expect(page).toContain('<title>This article was withdrawn · Quire</title>');
    expect(page).toContain('<meta property="og:title" content="This article was withdrawn">');
    expect(page).toContain(`<link rel="canonical" href="${url}">`);
    expect(page).toContain('<p class="label">410</p>\n<h1>This article was withdrawn</h1>');
    expect(page).toContain('Withdrawn on 2 May 2026. It cost $&amp; and &lt;b&gt;more');
    expect(page).toContain(`<a href="${escaped}">${escaped}</a>`);
    expect(page).toMatch(/<form><\/form><\/main><footer>About<\/footer>$/);
    expect(page).not.toContain('Nothing');
  });

  it('names the replacement on this site by its title', async () => {
    const error = new ArticleWithdrawn(record, { url, replacementTitle: 'Bread & $& salt' });
    const link = `<a href="${escaped}">Bread &amp; $&amp; salt</a>`;
    expect(await read(error, 'en', { frame })).toContain(link);
    expect(await read(error, 'en')).toContain(link);
  });

  it('leaves the page of a 404 as it is, and needs no frame', async () => {
    expect(await read(new ServiceError('not_found'), 'en', { frame })).toBe(frame);
    const page = await read(withdrawn, 'en', { frame: '<title>Development</title>' });
    expect(page).toContain('<h1>This article was withdrawn</h1>');
    expect(page).toContain('/consent.css');
  });

  it.each(['rate_limited', 'internal_error', 'invalid_request'] as const)('is not given to %s', async (code) => {
    expect(await read(new ServiceError(code), 'en', { frame })).toContain('/consent.css');
  });
});
