import { LRUCache } from 'lru-cache';
import { apiRoots, type ErrorFormat, type Method, type Operation, toSandboxPath } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import type { Mirror } from '../../core/urls.ts';
import type { HandledId } from '../../protocols/handler.ts';

export type Route =
  | { kind: 'operation'; id: HandledId; params: Record<string, string>; mirror: Mirror }
  | { kind: 'no-method'; allow: string[]; errorFormat: ErrorFormat | undefined; mirror: Mirror }
  | { kind: 'nowhere'; mirror: Mirror };

interface Pattern {
  segments: readonly string[];
  mirror: Mirror;
  methods: Partial<Record<Method, HandledId>>;
  hasPage: boolean;
  errorFormat: ErrorFormat | undefined;
}

interface Found {
  pattern: Pattern;
  params: Record<string, string>;
}

const longestKnown = 200;
const { live: livePrefix, sandbox: sandboxPrefix } = apiRoots;

/** The router is the contract table turned by path: nothing is reachable that is not in it. */
export function createRouter(): (method: string, pathname: string) => Route {
  const patterns = new Map<string, Pattern>();

  function place(path: string, mirror: Mirror, id: HandledId) {
    const { method, hasPage, errorFormat }: Operation = operations[id];
    const pattern = patterns.get(path) ?? {
      segments: path.split('/'),
      mirror,
      methods: {},
      hasPage: hasPage === true,
      errorFormat,
    };
    pattern.methods[method] = id;
    patterns.set(path, pattern);
  }

  for (const id of handledIds()) {
    const operation = operations[id];
    place(operation.path, 'live', id);
    if ('isMirrored' in operation) place(toSandboxPath(operation.path), 'sandbox', id);
  }
  const all = [...patterns];
  const literal = new Map(all.filter(([, { segments }]) => !segments.some(isParam)));
  const withParams = Map.groupBy(
    all.map(([, pattern]) => pattern).filter(({ segments }) => segments.some(isParam)),
    ({ segments }) => segments.length,
  );

  /** Each address is asked for many times. */
  const known = new LRUCache<string, Found>({ max: 1_000 });

  return (method, request) => {
    // The sandbox as a server of the OpenAPI document: its URL followed by the whole path of the operation.
    const pathname = request.startsWith(sandboxPrefix + livePrefix)
      ? request.slice(0, sandboxPrefix.length) + request.slice(sandboxPrefix.length + livePrefix.length)
      : request;
    const mirror: Mirror = pathname === sandboxPrefix || pathname.startsWith(`${sandboxPrefix}/`) ? 'sandbox' : 'live';
    const found = findPattern(pathname);
    if (!found) return { kind: 'nowhere', mirror };
    const taken = asMethod(method);
    const id = taken && found.pattern.methods[taken];
    if (id) return { kind: 'operation', id, params: found.params, mirror: found.pattern.mirror };
    return { kind: 'no-method', allow: allowed(found.pattern), errorFormat: found.pattern.errorFormat, mirror };
  };

  function findPattern(pathname: string): Found | undefined {
    const before = known.get(pathname);
    if (before) return before;
    const found = matchPattern(pathname);
    if (found && pathname.length < longestKnown) known.set(pathname, found);
    return found;
  }

  function matchPattern(pathname: string): Found | undefined {
    const pattern = literal.get(pathname);
    if (pattern) return { pattern, params: {} };
    const segments = pathname.split('/');
    for (const candidate of withParams.get(segments.length) ?? []) {
      const params = matchSegments(candidate.segments, segments);
      if (params) return { pattern: candidate, params };
    }
    return undefined;
  }
}

/** OPTIONS is answered for every path alike, from the methods of the others. */
function handledIds(): HandledId[] {
  return Object.keys(operations).filter((id): id is HandledId => id in operations && id !== 'checkoutOptions');
}

function isParam(segment: string): boolean {
  return segment.startsWith('{');
}

/** HEAD is answered as GET is, without the body (RFC 9110 section 9.3.2). */
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

function allowed({ methods, hasPage }: Pattern): string[] {
  return [
    ...(methods.GET || hasPage ? ['GET', 'HEAD'] : []),
    ...(methods.POST ? ['POST'] : []),
    ...(methods.DELETE ? ['DELETE'] : []),
    'OPTIONS',
  ];
}

/** One decoding, segment by segment: an encoded slash stays inside its segment and finds nothing. Both of one length. */
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
