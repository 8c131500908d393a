import type { Urls } from '../../contract/urls.ts';
import type { ServiceError } from '../../core/service-error.ts';
import { ArticleWithdrawn } from '../../core/withdrawn.ts';
import { escapeHtml } from '../../library/markup.ts';
import { preferredType } from '../../protocols/accept.ts';
import type { HttpRequest } from '../../protocols/http.ts';
import { jsonType } from '../../protocols/http.ts';
import { writePlainPage } from '../../protocols/plain-page.ts';
import { retryHeader, toWireError } from '../../protocols/wire-error.ts';
import { chooseWords, createDateFormat, languageOfWords } from '../../words/words.ts';
import { toBodyVariants } from '../body-variants.ts';
import type { FixedHeaders } from '../fixed-headers.ts';
import type { CacheEntry } from '../response-cache.ts';

const types = {
  'text/html': 'text/html; charset=utf-8',
  'text/markdown': 'text/markdown; charset=utf-8',
  'application/json': jsonType,
} as const;

const documentOffers = ['text/markdown', 'application/json'] as const;
const pageOffers = ['text/html', ...documentOffers] as const;

/**
 * Programs read documents, so their errors are never HTML: a client that accepts neither of the others gets plain text.
 */
function chooseType({ pathname, headers }: HttpRequest): keyof typeof types {
  // A file extension begins with a letter; the part after the dot of a version number does not.
  const isDocument = pathname.startsWith('/.well-known/') || /\.[a-z]\w*$/i.test(pathname);
  const offers = isDocument ? documentOffers : pageOffers;
  const wanted = preferredType(headers.get('accept'), offers);
  return offers.find((offer) => offer === wanted) ?? 'text/markdown';
}

interface ErrorContext {
  error: ServiceError;
  /** The publication's language. */
  language: string;
  urls: Urls;
  requestId: string;
}

/** A sentence that names the day on which an article was removed. */
function nameDay({ withdrawal }: ArticleWithdrawn, language: string): string {
  const day = createDateFormat(language).format(new Date(`${withdrawal.date}T00:00:00Z`));
  return `${chooseWords(language).withdrawnOn} ${day}.`;
}

/** The code whose text describes any other error with this status. */
function generalCode(status: number) {
  if (status === 503) return 'store_unavailable';
  return status >= 500 ? 'internal_error' : 'invalid_request';
}

/** Title and text of an error for a person, in the publication's language. */
function describeError({ error, language, requestId }: ErrorContext): { title: string; text: string } {
  const words = chooseWords(language);
  const errorTexts: Readonly<Record<string, { title: string; text: string }>> = words.errorPages;
  const general = words.errorPages[generalCode(error.status)];
  const { title, text } =
    error.code === 'not_found'
      ? { title: words.nothingHere, text: words.nothingHereLong }
      : (errorTexts[error.code] ?? general);
  if (error instanceof ArticleWithdrawn) {
    return { title: words.withdrawn, text: `${nameDay(error, language)} ${error.withdrawal.reason}` };
  }
  const more = [
    ...(error.retryAfter === undefined ? [] : [words.tryAgainIn(error.retryAfter)]),
    ...(error.status < 500 ? [] : [words.reportRequest(requestId)]),
  ];
  return { title, text: [text, ...more].join(' ') };
}

/** Links to the replacement of an article that was removed, as HTML. */
function linkReplacement({ error, language }: ErrorContext): string {
  const replacement = error instanceof ArticleWithdrawn ? error.withdrawal.replacement : null;
  if (!(error instanceof ArticleWithdrawn) || !replacement) return '';
  const name = error.page?.replacementTitle ?? replacement;
  return `<p>${chooseWords(language).readInstead} <a href="${escapeHtml(replacement)}">${escapeHtml(name)}</a></p>\n`;
}

/** The page leaves out the details that only help a program. */
function writePage(about: ErrorContext): string {
  const { error, language, urls } = about;
  const words = chooseWords(language);
  const { title, text } = describeError(about);
  // Under a name that is not ours no link of this page would lead anywhere.
  const base = error.code === 'misdirected_request' ? urls.base : '';
  const main = `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${linkReplacement(about)}<p>${words.startFrom} <a href="${base}/articles">${words.allArticlesLink}</a>, <a href="${base}/">${words.frontPage}</a>.</p>`;
  return writePlainPage({ title, language: languageOfWords(language), main });
}

/**
 * The page of a 404 as that of a removed article: readers keep the header, the search and the footer of the site. Its
 * title, previews, JSON-LD and URL become those of the article, without the reason, which is escaped for HTML alone.
 * A page without the head of ours, such as the development server's, becomes a page that stands alone.
 */
function writeWithdrawnPage(frame: string, about: ErrorContext & { error: ArticleWithdrawn }): string {
  const { error, language, urls } = about;
  const head = /<header class="page-header"[^>]*>.*?<\/header>/s;
  if (!head.test(frame)) return writePage(about);
  const { title, text } = describeError(about);
  const words = chooseWords(language);
  const own = `<header class="page-header">
<p class="label">${error.status}</p>
<h1>${escapeHtml(title)}</h1>
<p class="lede">${escapeHtml(text)}</p>
${linkReplacement(about)}</header>`;
  // As functions: a text may contain the patterns of replace, such as $&.
  return frame
    .replaceAll(words.nothingHereLong, () => nameDay(error, language))
    .replaceAll(words.nothingHere, () => title)
    .replaceAll(urls.at('/404'), () => error.page?.url ?? urls.home)
    .replace(head, () => own);
}

/**
 * The Markdown is for people who read with a program: the text for people, then the code and its English sentence for
 * the program.
 */
function writeMarkdown(about: ErrorContext): string {
  const { error, language, urls, requestId } = about;
  const { code, message } = toWireError(error, urls, requestId);
  const { title, text } = describeError(about);
  const links = ['/sitemap.md', '/llms.txt', '/developers.md'].map((path) => `[${path}](${urls.at(path)})`);
  return `# ${title}\n\n${text}\n\n\`${code}\`: ${message}\n\n${chooseWords(language).startFrom} ${links.join(', ')}.\n`;
}

/** The error response at the path of a page, with headers in place of the usual ones. */
export type ErrorPages = (
  error: ServiceError,
  request: HttpRequest,
  headers?: Readonly<Record<string, string>>,
) => Promise<CacheEntry>;

/**
 * Creates error responses for page paths, in the format that the client accepts.
 * @param about.notFoundPage the HTML page of a 404, and the frame of that of a removed article
 */
export function createErrorPages(about: {
  urls: Urls;
  /** The publication's language. */
  language: string;
  fixed: FixedHeaders;
  notFoundPage: () => Promise<CacheEntry | undefined>;
}): ErrorPages {
  const { urls, language, fixed, notFoundPage } = about;

  function write(type: keyof typeof types, about: ErrorContext, frame: string | undefined): string {
    switch (type) {
      case 'application/json':
        return JSON.stringify({ error: toWireError(about.error, urls, about.requestId) });
      case 'text/markdown':
        return writeMarkdown(about);
      case 'text/html':
        return frame !== undefined && about.error instanceof ArticleWithdrawn
          ? writeWithdrawnPage(frame, { ...about, error: about.error })
          : writePage(about);
    }
  }

  return async (error, request, replaced = {}) => {
    // A client that accepts neither HTML nor Markdown is a program.
    const wanted = error.code === 'not_acceptable' ? 'application/json' : chooseType(request);
    const own = { 'cache-control': 'no-store', vary: 'Accept', ...retryHeader(error), ...replaced };
    const headers = [...fixed(wanted === 'text/html' ? 'page' : 'document', own), ...Object.entries(own).flat()];
    // Others are sent by the thousand, or where files of the site may be missing.
    const isFramed = error.code === 'not_found' || error instanceof ArticleWithdrawn;
    const page = wanted === 'text/html' && isFramed ? await notFoundPage() : undefined;
    const frame = page?.content && 'identity' in page.content ? page.content.identity.bytes : undefined;
    const about = { error, language, urls, requestId: request.requestId };
    const identity =
      frame && error.code === 'not_found'
        ? frame
        : Buffer.from(write(wanted, about, frame && Buffer.from(frame).toString()));
    const content = toBodyVariants({ identity }, { type: types[wanted] });
    return { status: error.status, headers, content };
  };
}
