import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../contract/error-table.ts';
import { createUrls } from '../../contract/urls.ts';
import { ServiceError } from '../../core/service-error.ts';
import { createFixedHeaders } from '../fixed-headers.ts';
import { fromWebRequest } from '../http-request.ts';
import { createErrorPages } from './error-pages.ts';

const urls = createUrls('https://research.example');

async function read(error: ServiceError, language: string, accept = 'text/html'): Promise<string> {
  const refuse = createErrorPages({
    urls,
    language,
    fixed: createFixedHeaders(urls.base),
    notFoundPage: async () => undefined,
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
      const error = new ServiceError(code, 'It takes GET, HEAD, OPTIONS.', { retryAfter: 7 });
      const page = await read(error, 'de-CH');
      expect(page).toContain('<html lang="de-CH">');
      expect(page).toContain('In 7 Sekunden geht es wieder.');
      expect(page).not.toMatch(/\b(?:the|this|address|takes|request-1 )\b/i);
      expect(page.includes('request-1')).toBe(error.status >= 500);
    },
  );

  it('says in markdown what people read in German, and what programs read in English', async () => {
    const error = new ServiceError('rate_limited', undefined, { retryAfter: 7 });
    const markdown = await read(error, 'de', 'text/markdown');
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
