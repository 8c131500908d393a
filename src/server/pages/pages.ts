import { ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { preferredType } from '../../protocols/accept.ts';
import { createAddressHeaders, markdownHeaders } from '../../protocols/discovery/address-headers.ts';
import type { Reply } from '../answers/choose.ts';
import { encode, formsOf, tagOf } from '../answers/forms.ts';
import { createFixedHeaders, methodHeaders } from '../answers/headers.ts';
import { createKeep, type Made } from '../answers/keep.ts';
import { cacheControlOf, mediaType } from '../answers/media-types.ts';
import { type Admission, callerIdOf } from '../api/admission.ts';
import type { App, Outcome } from '../api/app.ts';
import type { PackedAnswers } from '../release/answers.ts';
import type { Asked } from '../socket/asked.ts';
import { writeArticleForm } from './article-forms.ts';
import type { RenderedPage } from './astro.ts';
import { isOpenTo, openAddress } from './open-articles.ts';
import { createPageRefusals } from './refusals.ts';
import { findPage, readArticleForm, readSearch } from './routes.ts';

export interface Pages {
  /** Is there a prerendered file or document at this path? */
  has(pathname: string): boolean;
  /** The page at an address, or an honest refusal in the form that was asked for. */
  answer(asked: Asked): Outcome | Promise<Outcome>;
}

export interface PageParts {
  services: Services;
  app: Pick<App, 'admit'>;
  packed: PackedAnswers;
  keepBytes: number;
  /** Epoch milliseconds before which a public figure is withheld, by path. */
  figureReleases: ReadonlyMap<string, number>;
  /** Undefined when no page is there after all. */
  render(
    asked: Pick<Asked, 'method' | 'url' | 'clientAddress'> & {
      headers: Asked['headers'] | undefined;
      body?: Uint8Array;
    },
  ): Promise<RenderedPage | undefined>;
}

/** Where the form that was asked for is, and what that depends on. */
interface Chosen {
  address: string;
  vary: string;
}

const pageTypes = ['text/html', 'text/markdown'] as const;
const articleFile = /^\/(?:articles|og|figures)\/([^/.]+)/;
const unanswered = { operation: 'none', callerId: undefined, isSandbox: false } as const;
const longestFreshSeconds = 300;
const formLimit = 65_536;

/** The reading site: what was prerendered, what articles are besides their pages, and pages that are made on demand. */
export function createPages(parts: PageParts): Pages {
  const { services, app, packed, keepBytes, figureReleases, render } = parts;
  const { catalogue, urls, now } = services;
  const slugs = new Set(services.library.articles.map(({ slug }) => slug));
  const paidPages = new Map(
    services.library.articles
      .filter(({ tier }) => tier === 'paid')
      .map((article) => [`/articles/${article.slug}`, article]),
  );
  const fixed = createFixedHeaders(urls.base);
  const addressHeaders = createAddressHeaders(services);
  const linksOf = (pathname: string) => Object.entries(addressHeaders(pathname) ?? {}).flat();
  const refuse = createPageRefusals({ urls, fixed, notFoundPage: () => packed.read('/404') });
  const kept = createKeep({ capacity: keepBytes, released: () => catalogue.list() });

  async function makeKept(chosen: Chosen, asked: Asked): Promise<Made> {
    const released = catalogue.list();
    const reply = (await packed.read(chosen.address)) ?? (await makeForm(chosen.address));
    if (reply) return { reply: withAddress(reply, chosen, asked), isLasting: true, released };
    const page = await render({ method: 'GET', url: chosen.address, clientAddress: '', headers: undefined });
    if (page?.status !== 200) return { reply: await toReply(page, asked), isLasting: false, released };
    return {
      reply: withAddress(await inAllForms(page.body, typeOf(page)), chosen, asked),
      isLasting: true,
      released,
    };
  }

  async function makeForm(address: string): Promise<Reply | undefined> {
    const form = readArticleForm(address);
    const article = form && catalogue.find(form.slug);
    const text = article && writeArticleForm(article, form.form, urls);
    return text === undefined ? undefined : inAllForms(Buffer.from(text), mediaType(address, address));
  }

  /** What belongs to the address that was asked for, whichever form of it is sent. */
  function withAddress(reply: Reply, { vary }: Chosen, { pathname }: Asked): Reply {
    return { ...reply, headers: [...reply.headers, 'vary', vary, ...linksOf(pathname), ...sizeHeaders(reply)] };
  }

  async function inAllForms(bytes: Uint8Array, type: string): Promise<Reply> {
    const coded = await encode(bytes, { type, quality: 5 });
    return { status: 200, headers: headersOf(type), content: formsOf(coded, { type, tag: tagOf(bytes) }) };
  }

  function headersOf(type: string): string[] {
    return fixed(type.startsWith('text/html') ? 'page' : 'document', {});
  }

  /** A page for one reader, or one that failed, as it was rendered. */
  async function toReply(page: RenderedPage | undefined, asked: Asked): Promise<Reply> {
    if (!page) return refuse(new ServiceError('not_found'), asked);
    const said: Record<string, string> = {};
    const flat: string[] = [];
    for (let at = 0; at < page.headers.length; at += 2) {
      const [name = '', value = ''] = page.headers.slice(at, at + 2);
      if (name !== 'content-type' && name !== 'content-length') flat.push(name, value);
      said[name] = value;
    }
    if (page.status >= 500) {
      services.log.error({ requestId: asked.requestId, status: page.status }, 'page failed');
      return refuse(new ServiceError('internal_error'), asked);
    }
    const isEmpty = page.body.byteLength === 0;
    if (page.status === 404 || (page.status >= 400 && isEmpty)) {
      const { 'cache-control': cacheControl = 'no-store', vary = 'Accept' } = said;
      return refuse(new ServiceError('not_found'), asked, { 'cache-control': cacheControl, vary });
    }
    const type = typeOf(page);
    if (!('cache-control' in said)) flat.push('cache-control', 'no-store');
    // For this one reader: not read across origins, whatever its form.
    const headers = [...fixed('page', said), ...flat];
    return { status: page.status, headers, content: isEmpty ? undefined : formsOf({ identity: page.body }, { type }) };
  }

  /** Where the wanted form of a page is; undefined when none will do. */
  function negotiate(asked: Asked, twin: string | undefined): Chosen | undefined {
    const { pathname, headers } = asked;
    if (twin === undefined) return { address: pathname, vary: 'Accept-Encoding' };
    const wanted = preferredType(headers.get('accept'), pageTypes);
    if (wanted === undefined) return undefined;
    // A browser that kept the preview asks again once it has a key.
    const vary = paidPages.has(pathname) ? 'Accept, Accept-Encoding, Cookie' : 'Accept, Accept-Encoding';
    return { address: wanted === 'text/markdown' ? twin : pathname, vary };
  }

  function isWithheld(pathname: string): boolean {
    const slug = articleFile.exec(pathname)?.[1];
    if (slug !== undefined && slugs.has(slug) && !catalogue.isVisible(slug)) return true;
    return now() < (figureReleases.get(pathname) ?? 0);
  }

  /** Not past the next release, which may change what is shown. */
  function freshness(address: string): string {
    if (packed.has(address) || readArticleForm(address)) return cacheControlOf(address);
    const untilRelease = Math.floor(((catalogue.nextReleaseAt() ?? Number.POSITIVE_INFINITY) - now()) / 1000);
    return `public, max-age=${Math.max(0, Math.min(longestFreshSeconds, untilRelease))}`;
  }

  /** @param search what of the query the page reads, in one spelling */
  function answerKept(asked: Asked, twin: string | undefined, search = ''): Outcome | Promise<Outcome> {
    const chosen = negotiate(asked, twin);
    if (!chosen) {
      const refusal = new ServiceError('not_acceptable', `Made here: ${pageTypes.join(', ')}.`);
      return refuse(refusal, asked, { vary: 'Accept, Accept-Encoding' }).then(plain);
    }
    const address = chosen.address + search;
    const own = ['cache-control', freshness(address)];
    const key = address === asked.pathname ? address : `${asked.pathname} ${address}`;
    const found = kept.find(key);
    if (found) return { reply: found.reply, own, ...unanswered };
    const make = () =>
      kept
        .make(key, () => makeKept({ ...chosen, address }, asked))
        .then(({ reply, isLasting }) => (isLasting ? { reply, own, ...unanswered } : plain(reply)));
    return search === '' ? make() : answerCounted(asked, make);
  }

  /** What could be asked for in ever new ways is counted as a call of the API is; what anybody may keep says nothing of it. */
  async function answerCounted(asked: Asked, make: (admission: Admission) => Promise<Outcome>): Promise<Outcome> {
    const admission = await app.admit(undefined, asked);
    if (admission.isAllowed) return make(admission);
    const refusal = new ServiceError('rate_limited', undefined, { retryAfter: admission.secondsLeft });
    return { ...plain(await refuse(refusal, asked)), own: admission.headers, callerId: callerIdOf(admission) };
  }

  function answerReader(asked: Asked, url = asked.url): Promise<Outcome> {
    return answerCounted(asked, (admission) => makeForReader(asked, url, admission));
  }

  async function makeForReader(asked: Asked, url: string, admission: Admission): Promise<Outcome> {
    const { headers: own } = admission;
    const callerId = callerIdOf(admission);
    try {
      return { ...plain(await toReply(await renderFor(asked, url), asked)), own, callerId };
    } catch (thrown) {
      const refusal = toServiceError(thrown);
      if (refusal.code === 'internal_error')
        services.log.error({ err: thrown, requestId: asked.requestId }, 'page failed');
      return { ...plain(await refuse(refusal, asked)), own, callerId };
    }
  }

  async function renderFor(asked: Asked, url: string) {
    const { clientAddress, headers } = asked;
    const isForm = asked.method === 'POST';
    const body = isForm ? { body: await asked.readBody(formLimit) } : {};
    // Astro answers HEAD by a page without content; what is not sent is left out where it is written.
    return render({ method: isForm ? 'POST' : 'GET', url, clientAddress, headers, ...body });
  }

  function answerMethods(asked: Asked, allow: readonly string[]): Outcome | Promise<Outcome> {
    const headers = methodHeaders(allow);
    if (asked.method === 'OPTIONS') {
      return plain({
        status: 204,
        headers: [...fixed('document', headers), ...Object.entries(headers).flat()],
        content: undefined,
      });
    }
    return refuse(new ServiceError('method_not_allowed', `It takes ${allow.join(', ')}.`), asked, headers).then(plain);
  }

  /** For one whose key opens the article, the whole of it; for everybody else what anybody gets. */
  async function answerPaid(asked: Asked, isOpen: Promise<boolean>): Promise<Outcome> {
    const address = (await isOpen) && negotiate(asked, twinOf(asked.pathname))?.address;
    return address ? answerReader(asked, openAddress(address) + asked.search) : answerPublic(asked);
  }

  function redirect(location: string): Outcome {
    const headers = [...fixed('page', {}), 'location', location, 'cache-control', 'no-store'];
    return plain({ status: 308, headers, content: undefined });
  }

  function answerKnown(asked: Asked): Outcome | Promise<Outcome> {
    const article = paidPages.get(asked.pathname);
    const isRead = asked.method === 'GET' || asked.method === 'HEAD';
    const isOpen = article && isRead && isOpenTo(asked.headers.get('cookie'), article, services);
    return isOpen ? answerPaid(asked, isOpen) : answerPublic(asked);
  }

  function answerPublic(asked: Asked): Outcome | Promise<Outcome> {
    const { method, pathname, search } = asked;
    const isFile = packed.has(pathname) && pathname !== '/404';
    const route = isFile ? undefined : findPage(pathname);
    const isForm = route?.page.kind === 'form';
    const allow = isForm ? ['POST', 'OPTIONS'] : ['GET', 'HEAD', 'OPTIONS'];
    if (!allow.includes(method) || method === 'OPTIONS') return answerMethods(asked, allow);
    const articleForm = isFile ? undefined : readArticleForm(pathname);
    if ((isFile || articleForm || route?.page.isArticle) && isWithheld(pathname)) return notFound(asked);
    if (isFile) return answerKept(asked, packed.has(twinOf(pathname)) ? twinOf(pathname) : undefined);
    if (articleForm) return catalogue.isVisible(articleForm.slug) ? answerKept(asked, undefined) : notFound(asked);
    if (!route)
      return pathname.length > 1 && pathname.endsWith('/') ? redirect(pathname.slice(0, -1) + search) : notFound(asked);
    if (route.page.isArticle && !catalogue.isVisible(route.params.slug ?? '')) return notFound(asked);
    switch (route.page.kind) {
      case 'shared':
        return answerKept(asked, route.twin, search && readSearch(search, route.page));
      case 'open':
        return redirect(`/articles/${route.params.slug}${search}`);
      case 'asked':
      case 'reader':
      case 'form':
        return answerReader(asked);
    }
  }

  function notFound(asked: Asked): Promise<Outcome> {
    return refuse(new ServiceError('not_found'), asked).then(plain);
  }

  return {
    has: (pathname) => packed.has(pathname),
    answer: answerKnown,
  };
}

/** What a reader of markdown wants to know before it takes it in. */
function sizeHeaders({ content }: Reply): string[] {
  if (
    !content ||
    !('identity' in content) ||
    !content.identity.headers.some((value) => value.startsWith('text/markdown'))
  )
    return [];
  return Object.entries(markdownHeaders(content.identity.bytes.byteLength)).flat();
}

function plain(reply: Reply): Outcome {
  return { reply, own: [], ...unanswered };
}

function twinOf(pathname: string): string {
  return pathname === '/' ? '/index.md' : `${pathname}.md`;
}

/** Astro says text/html without its charset. */
function typeOf({ headers }: RenderedPage): string {
  const type = headers[headers.indexOf('content-type') + 1] ?? 'text/html';
  return type === 'text/html' ? 'text/html; charset=utf-8' : type;
}
