import { LRUCache } from 'lru-cache';
import { apiRoots, type ErrorFormat, type Method, type Operation, toSandboxPath } from '../contract/operation.ts';
import { isUnderOperations, operations } from '../contract/operations.ts';
import type { PageRow } from '../contract/paths.ts';
import type { Mirror } from '../contract/urls.ts';
import { ServiceError } from '../core/service-error.ts';
import type { HandledId } from '../protocols/handler.ts';
import { matchArticleFormat, matchPage, toMarkdownPath } from './page-paths.ts';

type ApiFormat = ErrorFormat | 'rest';

/** An operation of the contract table. `cache` tells whose copy of a response another caller may get. */
export interface OperationRoute {
  kind: 'operation';
  id: HandledId;
  params: Record<string, string>;
  mirror: Mirror;
  cache: 'public' | 'entitlement' | 'none';
  errorFormat: ApiFormat;
  mediaTypes: readonly string[];
  /**
   * The same on each of its responses, or a cache would learn from one what another denies (RFC 9110 section 12.5.5).
   */
  vary: string;
}

/** A path of the API, and one that begins like the API's paths. */
export type ApiRoute =
  | OperationRoute
  | { kind: 'no-method'; allow: readonly string[]; mirror: Mirror; errorFormat: ApiFormat }
  | { kind: 'nowhere'; mirror: Mirror; errorFormat: 'rest' };

interface OfPage {
  errorFormat: 'page';
  /** Articles that are not released withhold what is at their paths: the name in the path. */
  slug: string | undefined;
}

/** A path of the reading site: a prebuilt file, a format of an article, an Astro page, or none of them. */
export type PageRoute = OfPage &
  (
    | { kind: 'file'; cache: 'public'; markdownPath: string | undefined }
    | { kind: 'format'; cache: 'public' }
    | {
        kind: 'page';
        cache: 'public' | 'none';
        page: PageRow;
        params: Readonly<Record<string, string>>;
        markdownPath: string | undefined;
      }
    | { kind: 'redirect'; location: string }
    | { kind: 'missing' }
    | { kind: 'other-method'; allow: readonly string[] }
  );

export type Route = ApiRoute | PageRoute;

/** All that is at one path: a route for each method, and one for all other methods. */
interface PathRoutes {
  byMethod: Partial<Record<Method, Route>>;
  otherwise: Route;
}

const readMethods = ['GET', 'HEAD', 'OPTIONS'];
const formMethods = ['POST', 'OPTIONS'];
const articleFile = /^\/(?:articles|og|figures)\/([^/.]+)/;
const maxKnownLength = 200;

/**
 * Creates the route table: the contract's operations, the page paths and the prebuilt files. A path outside the table
 * cannot be reached.
 * @param hasFile whether the release has a prebuilt file at a path
 */
export function createRoutes(hasFile: (pathname: string) => boolean): (method: string, pathname: string) => Route {
  const findOperations = createOperationTable();
  /** Each path is requested many times; one that leads nowhere can be varied without end. */
  const known = new LRUCache<string, PathRoutes>({ max: 1_000 });

  function locate(pathname: string): PathRoutes {
    const isFile = hasFile(pathname) && pathname !== '/404';
    if (!isUnderOperations(pathname)) return locatePage(pathname, isFile);
    const api = findOperations(pathname);
    if (!isFile) return api;
    const file = locatePage(pathname, isFile);
    // A document at the path of an operation, which takes other methods.
    return api.otherwise.kind === 'nowhere' ? file : { ...api, byMethod: { ...api.byMethod, ...file.byMethod } };
  }

  function locatePage(pathname: string, isFile: boolean): PathRoutes {
    const read = findPage(pathname, isFile);
    const isForm = read.kind === 'page' && read.page.kind === 'form';
    const takesForm = read.kind === 'page' && read.page.takesForm === true;
    const allow = isForm ? formMethods : takesForm ? [...readMethods, 'POST'] : readMethods;
    const otherwise: Route = { kind: 'other-method', allow, errorFormat: 'page', slug: read.slug };
    return { byMethod: { ...(!isForm && { GET: read }), ...((isForm || takesForm) && { POST: read }) }, otherwise };
  }

  function findPage(pathname: string, isFile: boolean): PageRoute {
    const about: OfPage = { errorFormat: 'page', slug: articleFile.exec(pathname)?.[1] };
    if (isFile) {
      const markdownPath = toMarkdownPath(pathname);
      return {
        ...about,
        kind: 'file',
        cache: 'public',
        markdownPath: hasFile(markdownPath) ? markdownPath : undefined,
      };
    }
    if (matchArticleFormat(pathname)) return { ...about, kind: 'format', cache: 'public' };
    const page = matchPage(pathname);
    if (page) return { ...about, kind: 'page', cache: page.page.kind === 'shared' ? 'public' : 'none', ...page };
    const meant = pathname.slice(0, -1);
    const isSlip = pathname.endsWith('/') && (hasFile(meant) || matchArticleFormat(meant) || matchPage(meant));
    return isSlip ? { ...about, kind: 'redirect', location: meant } : { ...about, kind: 'missing' };
  }

  return (method, pathname) => {
    let found = known.get(pathname);
    if (!found) {
      found = locate(pathname);
      if (pathname.length < maxKnownLength && isSomewhere(found)) known.set(pathname, found);
    }
    const taken = asMethod(method);
    return (taken && found.byMethod[taken]) ?? found.otherwise;
  };
}

function isSomewhere({ byMethod, otherwise }: PathRoutes): boolean {
  return otherwise.kind !== 'nowhere' && byMethod.GET?.kind !== 'missing';
}

/** HEAD is handled as GET is, without the body (RFC 9110 section 9.3.2). */
function asMethod(method: string): Method | undefined {
  switch (method) {
    case 'POST':
    case 'DELETE':
      return method;
    case 'GET':
    case 'HEAD':
      return 'GET';
    default:
      return undefined;
  }
}

interface OperationPattern {
  segments: readonly string[];
  mirror: Mirror;
  methods: Partial<Record<Method, HandledId>>;
  hasPage: boolean;
  errorFormat: ApiFormat;
}

const { live: livePrefix, sandbox: sandboxPrefix } = apiRoots;

/** The contract table turned by path. */
function createOperationTable(): (pathname: string) => PathRoutes {
  const patterns = [...listPatterns().values()];
  const literal = new Map(
    patterns.filter(({ segments }) => !segments.some(isParam)).map((pattern) => [pattern.segments.join('/'), pattern]),
  );
  const withParams = Map.groupBy(
    patterns.filter(({ segments }) => segments.some(isParam)),
    ({ segments }) => segments.length,
  );

  return (requested) => {
    // The sandbox as a server of the OpenAPI document: its URL followed by the whole path of the operation.
    const pathname = requested.startsWith(sandboxPrefix + livePrefix)
      ? requested.slice(0, sandboxPrefix.length) + requested.slice(sandboxPrefix.length + livePrefix.length)
      : requested;
    const exact = literal.get(pathname);
    if (exact) return toPathRoutes(exact, {});
    const segments = pathname.split('/');
    for (const candidate of withParams.get(segments.length) ?? []) {
      const params = matchSegments(candidate.segments, segments);
      if (params) return toPathRoutes(candidate, params);
    }
    const mirror: Mirror = pathname === sandboxPrefix || pathname.startsWith(`${sandboxPrefix}/`) ? 'sandbox' : 'live';
    return { byMethod: {}, otherwise: { kind: 'nowhere', mirror, errorFormat: 'rest' } };
  };
}

function listPatterns(): Map<string, OperationPattern> {
  const patterns = new Map<string, OperationPattern>();
  function add(path: string, mirror: Mirror, id: HandledId) {
    const { method, hasPage, errorFormat }: Operation = operations[id];
    const pattern = patterns.get(path) ?? {
      segments: path.split('/'),
      mirror,
      methods: {},
      hasPage: hasPage === true,
      errorFormat: errorFormat ?? 'rest',
    };
    pattern.methods[method] = id;
    patterns.set(path, pattern);
  }
  for (const id of handledIds()) {
    const operation: Operation = operations[id];
    add(operation.path, 'live', id);
    if (operation.isMirrored) add(toSandboxPath(operation.path), 'sandbox', id);
  }
  return patterns;
}

type Described = Pick<OperationRoute, 'cache' | 'errorFormat' | 'mediaTypes' | 'vary'>;
const described = new Map<HandledId, Described>();

function describeOperation(id: HandledId): Described {
  const known = described.get(id);
  if (known) return known;
  const operation: Operation = operations[id];
  const { responses, isCacheable, errorFormat } = operation;
  const isCredentialRead =
    operation.scope !== undefined || operation.needsCredential === true || operation.hasClientAuthentication === true;
  const route: Described = {
    cache: isCacheable ? (id === 'getArticle' ? 'entitlement' : 'public') : 'none',
    errorFormat: errorFormat ?? 'rest',
    mediaTypes: [...new Set(Object.values(responses).flatMap(({ mediaTypes }) => mediaTypes ?? ['application/json']))],
    vary: ['Accept', ...(isCredentialRead ? ['Authorization'] : []), ...(operation.vary ?? [])].join(', '),
  };
  described.set(id, route);
  return route;
}

/** Every path handles OPTIONS in the same way, from its other methods. */
function handledIds(): HandledId[] {
  return Object.keys(operations).filter((id): id is HandledId => id in operations && id !== 'checkoutOptions');
}

function toPathRoutes(
  { methods, mirror, errorFormat, hasPage }: OperationPattern,
  params: Record<string, string>,
): PathRoutes {
  const routes = Object.entries(methods).map(([method, id]): [string, OperationRoute] => [
    method,
    { kind: 'operation', id, params, mirror, ...describeOperation(id) },
  ]);
  const allow = [
    ...(methods.GET || hasPage ? ['GET', 'HEAD'] : []),
    ...(methods.POST ? ['POST'] : []),
    ...(methods.DELETE ? ['DELETE'] : []),
    'OPTIONS',
  ];
  return { byMethod: Object.fromEntries(routes), otherwise: { kind: 'no-method', allow, mirror, errorFormat } };
}

function isParam(segment: string): boolean {
  return segment.startsWith('{');
}

/**
 * One decoding, segment by segment: an encoded slash stays inside its segment and finds nothing. Both of one length.
 */
function matchSegments(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (!pattern.every((expected, index) => expected === segments[index] || isParam(expected))) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    if (!isParam(expected)) continue;
    const value = decodeSegment(segments[index] ?? '');
    if (!value) return undefined;
    params[expected.slice(1, -1)] = value;
  }
  return params;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment;
  } catch {
    return undefined; // not UTF-8: such a name is nowhere
  }
}

/** @returns undefined for a route that leads to an operation */
export function toRoutingError(route: ApiRoute): ServiceError | undefined {
  switch (route.kind) {
    case 'operation':
      return undefined;
    case 'nowhere':
      return new ServiceError('not_found');
    case 'no-method':
      return new ServiceError('method_not_allowed', `Allowed: ${route.allow.join(', ')}.`);
  }
}
