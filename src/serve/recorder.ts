import type { CallerKind, Extent, Surface } from '../core/ledger/ledger.ts';
import { collection } from '../core/ledger/ledger-records.ts';
import type { Services } from '../core/services.ts';
import { findArticlePrice } from '../library/price.ts';
import { signatureHeader } from '../protocols/agent-names.ts';
import type { HttpRequest } from '../protocols/http.ts';
import type { SelectedResponse } from './negotiate.ts';
import type { Route } from './routes.ts';
import type { App, AppOptions, Recorder } from './serve.ts';

/** The same app, whose responses are counted: every response to a request from outside passes here. */
export function recordResponses(app: App, routes: AppOptions['routes'], { observe }: Recorder): App {
  return {
    ...app,
    serve(request) {
      const route = routes(request.method, request.pathname);
      const response = app.serve(request, route);
      if (response instanceof Promise) {
        return response.then((selected) => {
          observe(request, route, selected);
          return selected;
        });
      }
      observe(request, route, response);
      return response;
    },
  };
}

/** What is counted of a path, or of an article that an operation returned. */
interface Subject {
  /** ID of the article, which outlives its slug; or `collection`. */
  id: string;
  surface: Surface;
  isPaid: boolean;
  /** The counter of a 402, with the price that it names: so that the effect of another price can be seen. */
  unpaid: string;
}

const articlePage = /^\/articles\/([^/.]+)(?:\.md|\.pdf)?$/;
const feedPath = /^\/(?:(?:feed|rss)\.(?:xml|atom|json)|llms-full\.txt|(?:tags|authors|series)\/[^/]+\.xml)$/;

/** Creates the recorder of one release. */
export function createRecorder(services: Pick<Services, 'ledger' | 'catalogue' | 'library' | 'nameAgent'>): Recorder {
  const { ledger, catalogue, library } = services;
  const subjects = new WeakMap<Route, Subject | 'none'>();

  /** Only articles of the library are counted: names that a client makes up are not. */
  function findArticle(slug: string, surface: Surface): Subject | undefined {
    const article = catalogue.find(slug);
    if (!article) return undefined;
    const { price = 0 } = findArticlePrice(library.tiers, article) ?? {};
    return { id: article.id, surface, isPaid: article.tier === 'paid', unpaid: `unpaid:${price}` };
  }

  function findSubject(route: Route, pathname: string): Subject | 'none' {
    const known = subjects.get(route);
    if (known) return known;
    const named = readSubject(route, pathname);
    const found =
      typeof named === 'object' && named.slug !== collection
        ? findArticle(named.slug, named.surface)
        : named && { id: collection, surface: named.surface, isPaid: false, unpaid: '' };
    // An article that is not released yet will be.
    if (found || !named) subjects.set(route, found ?? 'none');
    return found ?? 'none';
  }

  function countRead(subject: Subject, extent: Extent, request: HttpRequest) {
    const { headers } = request;
    if (!headers.has(signatureHeader)) return countReadBy(findCallerKind(headers, subject.surface), subject, extent);
    void services.nameAgent(request).then((name) => {
      if (name === undefined) return countReadBy('agent', subject, extent);
      ledger.count(subject.id, `agent:${name}`);
      countReadBy('named', subject, extent);
    });
  }

  function countReadBy(kind: CallerKind | undefined, { id, surface }: Subject, extent: Extent) {
    if (kind !== undefined) ledger.count(id, readCounters[surface][extent][kind]);
  }

  return {
    observe(request, route, response) {
      const { status } = response;
      if (status !== 200 && status !== 304 && status !== 402) return;
      const subject = findSubject(route, request.pathname);
      const { method, headers, search } = request;
      if (subject === 'none' || method !== 'GET' || !isCounted(headers)) return;
      if (status === 402) return ledger.count(subject.id, subject.unpaid);
      const { surface } = subject;
      const section = surface === 'api' && search !== '' ? readSection(search) : undefined;
      if (section !== undefined) {
        ledger.count(subject.id, `section:${section}`);
        return countRead(subject, 'section', request);
      }
      const isPreview = surface === 'page' && subject.isPaid && isShared(response);
      countRead(subject, isPreview ? 'preview' : 'whole', request);
    },
    note(event, { request, route, callerId }) {
      if (route.mirror === 'sandbox' || !isCounted(request.headers)) return;
      const surface = route.id.startsWith('mcp') ? 'mcp' : 'api';
      if (event.kind === 'question') {
        const { text, confidence } = event;
        return ledger.ask({ text, confidence, caller: callerId ?? request.clientAddress });
      }
      const subject = findArticle(event.slug, surface);
      if (!subject) return;
      switch (event.kind) {
        case 'read':
          if (event.section !== undefined) ledger.count(subject.id, `section:${event.section}`);
          return countRead(subject, event.section === undefined ? 'whole' : 'section', request);
        case 'unpaid':
          return ledger.count(subject.id, subject.unpaid);
        case 'quote':
          return ledger.count(subject.id, `quote:${event.status}`);
      }
    },
  };
}

function readSubject(route: Route, pathname: string): { slug: string; surface: Surface } | undefined {
  if (route.errorFormat !== 'page') {
    if (route.kind !== 'operation' || route.mirror === 'sandbox') return undefined;
    if (route.id === 'getCorpus') return { slug: collection, surface: 'api' };
    return route.id === 'getArticle' ? { slug: route.params.slug ?? '', surface: 'api' } : undefined;
  }
  const slug = articlePage.exec(pathname)?.[1];
  if (slug !== undefined) return { slug, surface: 'page' };
  return feedPath.test(pathname) ? { slug: collection, surface: 'feed' } : undefined;
}

/** A client that sends DNT (W3C, 2019) or Sec-GPC (Global Privacy Control) is not counted. */
function isCounted(headers: HttpRequest['headers']): boolean {
  return headers.get('dnt') !== '1' && headers.get('sec-gpc') !== '1';
}

/**
 * Browsers say what they fetch for (Fetch Metadata, section 2.1); programs do not. User-Agent is not looked at.
 * @returns undefined when nothing is read: a browser looks ahead, or a script of the page fetches it
 */
function findCallerKind(headers: HttpRequest['headers'], surface: Surface): CallerKind | undefined {
  const destination = headers.get('sec-fetch-dest');
  if (destination === null) return 'agent';
  if (surface === 'page' && (destination !== 'document' || headers.has('sec-purpose'))) return undefined;
  return 'person';
}

const readCounters = bySurface((surface) =>
  byExtent((extent) => byKind((kind) => `read:${surface}:${extent}:${kind}`)),
);

function bySurface<Value>(of: (surface: Surface) => Value): Record<Surface, Value> {
  return { page: of('page'), api: of('api'), mcp: of('mcp'), feed: of('feed') };
}

function byExtent<Value>(of: (extent: Extent) => Value): Record<Extent, Value> {
  return { whole: of('whole'), section: of('section'), preview: of('preview') };
}

function byKind<Value>(of: (kind: CallerKind) => Value): Record<CallerKind, Value> {
  return { person: of('person'), agent: of('agent'), named: of('named') };
}

function readSection(search: string): string | undefined {
  return new URLSearchParams(search).get('section') ?? undefined;
}

/** The page of a paid article that all readers get is its preview. */
function isShared({ headers }: SelectedResponse): boolean {
  return headers[headers.indexOf('cache-control') + 1]?.startsWith('public') === true;
}
