import { searchCalls } from '../../contract/operation.ts';
import { ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { preferredType } from '../../protocols/accept.ts';
import { createAddressHeaders, markdownHeaders } from '../../protocols/discovery/address-headers.ts';
import { freshUntilRelease } from '../../protocols/freshness.ts';
import { callerIdOf } from '../api/admission.ts';
import type { App, Outcome } from '../api/app.ts';
import type { Asked } from '../asked.ts';
import { isForms, type Reply } from '../choose.ts';
import { createFixedHeaders, methodHeaders } from '../headers.ts';
import { createKeep, type Made } from '../keep.ts';
import { cacheControlOf, mediaType } from '../media-types.ts';
import type { PackedAnswers } from '../packed.ts';
import { writeArticleForm } from './article-forms.ts';
import type { RenderedPage } from './astro.ts';
import { findFormerArticle } from './former-articles.ts';
import { isOpenTo, openAddress } from './reader-access.ts';
import { createPageRefusals } from './refusals.ts';
import { createPageReplies, typeOf } from './replies.ts';
import { findPage, type PageRoute, readArticleForm, readSearch } from './routes.ts';

export interface Pages {
  /** Is there a prerendered file or document at this path? */
  has(pathname: string): boolean;
  /** The page at an address, or an honest refusal in the form that was asked for. */
  answer(asked: Asked): Outcome | Promise<Outcome>;
  /** The refusal of what was not routed, in the form that was asked for. */
  refuse(error: ServiceError, asked: Asked): Promise<Outcome>;
}

export interface PageParts {
  services: Services;
  app: Pick<App, 'admit' | 'spend'>;
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
const pageFreshness = 'public, max-age=300';
const formLimit = 65_536;

/** The reading site: what was prerendered, what articles are besides their pages, and pages that are made on demand. */
export function createPages(parts: PageParts): Pages {
  const { services, app, packed, keepBytes, figureReleases, render } = parts;
  const { catalogue, urls, now, publication } = services;
  const slugs = new Set(services.library.articles.map(({ slug }) => slug));
  const paidPages = new Map(
    services.library.articles
      .filter(({ tier }) => tier === 'paid')
      .map((article) => [`/articles/${article.slug}`, article]),
  );
  const fixed = createFixedHeaders(urls.base);
  const addressHeaders = createAddressHeaders(services);
  const linksOf = (pathname: string) => Object.entries(addressHeaders(pathname) ?? {}).flat();
  let notFoundPage: ReturnType<PackedAnswers['read']> | undefined;
  // Scanners ask for it more often than anybody asks for a page.
  const readNotFound = () => (notFoundPage ??= packed.read('/404').catch(() => undefined));
  const refuse = createPageRefusals({ urls, language: publication.language, fixed, notFoundPage: readNotFound });
  const refused = async (...about: Parameters<typeof refuse>) => plain(await refuse(...about));
  const replies = createPageReplies({ services, fixed, refuse });
  const kept = createKeep({ capacity: keepBytes, released: () => catalogue.list() });

  async function makeKept(chosen: Chosen, asked: Asked): Promise<Made> {
    const released = catalogue.list();
    const reply = (await packed.read(chosen.address)) ?? (await makeForm(chosen.address));
    if (reply) return { reply: withAddress(reply, chosen, asked), isLasting: true, released };
    const page = await render({ method: 'GET', url: chosen.address, clientAddress: '', headers: undefined });
    if (page?.status !== 200) return { reply: await replies.ofRendered(page, asked), isLasting: false, released };
    return {
      reply: withAddress(await replies.inAllForms(page.body, typeOf(page)), chosen, asked),
      isLasting: true,
      released,
    };
  }

  async function makeForm(address: string): Promise<Reply | undefined> {
    const form = readArticleForm(address);
    const article = form && catalogue.find(form.slug);
    const text = article && writeArticleForm(article, form.form, urls);
    return text === undefined ? undefined : replies.inAllForms(Buffer.from(text), mediaType(address, address));
  }

  /** What belongs to the address that was asked for, whichever form of it is sent. */
  function withAddress(reply: Reply, { vary }: Chosen, { pathname }: Asked): Reply {
    return { ...reply, headers: [...reply.headers, 'vary', vary, ...linksOf(pathname), ...sizeHeaders(reply)] };
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

  function freshness(address: string): string {
    const isLasting = packed.has(address) || readArticleForm(address) !== undefined;
    return isLasting ? cacheControlOf(address) : freshUntilRelease(services, pageFreshness);
  }

  /**
   * @param about.search what of the query the page reads, in one spelling
   * @param about.isNamed by what anybody makes up: the page may not be there
   * @param about.isOpenEnded there is no end of such addresses: what has to be made for one is counted
   */
  function answerKept(
    asked: Asked,
    about: { twin: string | undefined; search?: string; isNamed?: boolean; isOpenEnded?: boolean },
  ): Outcome | Promise<Outcome> {
    const { twin, search = '', isNamed = false, isOpenEnded = isNamed } = about;
    const chosen = negotiate(asked, twin);
    if (!chosen) {
      const refusal = new ServiceError('not_acceptable', `Made here: ${pageTypes.join(', ')}.`);
      const refuseForm = () => refused(refusal, asked, { vary: 'Accept, Accept-Encoding' });
      if (!isNamed) return refuseForm();
      // What is not there is not found, in whatever form it is wanted.
      return answerCounted(asked, async () => {
        const { reply } = await makeKept({ address: asked.pathname + search, vary: 'Accept' }, asked);
        return reply.status === 404 ? plain(reply) : refuseForm();
      });
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
    return isOpenEnded ? answerCounted(asked, make) : make();
  }

  /** What could be asked for in ever new ways is counted as a call of the API is; what anybody may keep says nothing of it. */
  async function answerCounted(asked: Asked, make: () => Promise<Outcome>): Promise<Outcome> {
    const id = asked.pathname === '/search/instant' ? 'typing' : undefined;
    const admission = await app.admit(id, asked);
    const { isAllowed, secondsLeft } = admission;
    const callerId = callerIdOf(admission);
    try {
      if (!isAllowed) throw new ServiceError('rate_limited', undefined, { retryAfter: secondsLeft });
      const isSearch = asked.pathname === '/search' && asked.search !== '';
      await app.spend({ id, asked, admission }, isSearch ? searchCalls - 1 : 0);
      const made = await make();
      // A page that asked the API for its reader says what that counted.
      const isSaid = made.own.length > 0 || made.reply.headers.includes('x-ratelimit-limit');
      return { ...made, own: isSaid ? made.own : admission.headers, callerId };
    } catch (thrown) {
      const refusal = toServiceError(thrown);
      if (refusal.code === 'internal_error')
        services.log.error({ err: thrown, requestId: asked.requestId }, 'page failed');
      return { ...(await refused(refusal, asked)), own: admission.headers, callerId };
    }
  }

  function answerReader(asked: Asked, url = asked.url): Promise<Outcome> {
    return answerCounted(asked, async () => plain(await replies.ofRendered(await renderFor(asked, url), asked)));
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
    return refused(new ServiceError('method_not_allowed', `It takes ${allow.join(', ')}.`), asked, headers);
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
    if ((isFile || articleForm || route?.page.isArticle) && isWithheld(pathname)) return answerNothing(asked);
    if (isFile) return answerKept(asked, { twin: packed.has(twinOf(pathname)) ? twinOf(pathname) : undefined });
    if (articleForm) {
      const isOut = catalogue.isVisible(articleForm.slug);
      return isOut ? answerKept(asked, { twin: undefined }) : answerNothing(asked);
    }
    if (!route) return isSlipOf(pathname) ? redirect(pathname.slice(0, -1) + search) : answerNothing(asked);
    if (route.page.isArticle && !catalogue.isVisible(route.params.slug ?? '')) return answerNothing(asked);
    switch (route.page.kind) {
      case 'shared':
        return answerShared(asked, route);
      case 'open':
        return redirect(`/articles/${route.params.slug}${search}`);
      case 'asked':
      case 'reader':
      case 'form':
        return answerReader(asked);
    }
  }

  /** The way to the present address of a renamed article, 410 for a removed one, else 404. */
  function answerNothing(asked: Asked): Outcome | Promise<Outcome> {
    const former = findFormerArticle(services, asked.pathname);
    if (former && 'location' in former) return redirect(former.location + asked.search);
    return refused(former?.withdrawal ?? new ServiceError('not_found'), asked);
  }

  function answerShared(asked: Asked, { page, twin, params }: PageRoute): Outcome | Promise<Outcome> {
    const search = asked.search && readSearch(asked.search, page);
    // Articles that are out can be counted; names of tags, authors and versions are what anybody makes up.
    const isNamed = 'name' in params || 'file' in params;
    return answerKept(asked, { twin, search, isNamed, isOpenEnded: isNamed || search !== '' });
  }

  /** Does it lead somewhere without its last slash? */
  function isSlipOf(pathname: string): boolean {
    const meant = pathname.slice(0, -1);
    return (
      pathname.endsWith('/') &&
      (packed.has(meant) || readArticleForm(meant) !== undefined || findPage(meant) !== undefined)
    );
  }

  return {
    has: (pathname) => packed.has(pathname),
    answer: answerKnown,
    refuse: refused,
  };
}

/** What a reader of markdown wants to know before it takes it in. */
function sizeHeaders({ content }: Reply): string[] {
  if (!content || !isForms(content)) return [];
  const { headers, bytes } = content.identity;
  const isMarkdown = headers.some((value) => value.startsWith('text/markdown'));
  return isMarkdown ? Object.entries(markdownHeaders(bytes.byteLength)).flat() : [];
}

function plain(reply: Reply): Outcome {
  return { reply, own: [], ...unanswered };
}

function twinOf(pathname: string): string {
  return pathname === '/' ? '/index.md' : `${pathname}.md`;
}
