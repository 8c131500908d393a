import { LRUCache } from 'lru-cache';
import type { BodyVariants, ContentCoding, EncodedBody } from './body-variants.ts';

/** An answer as it may be sent to many: the request decides which part of it goes. */
export interface CacheableResponse {
  status: number;
  /** Flat: name, value, name, value. All but those of a form, of the one request and of its caller. */
  headers: readonly string[];
  /** Events as they come; undefined is no body. */
  content: BodyVariants | AsyncIterable<string> | undefined;
}

/** What goes to the socket for one request. */
export interface SelectedResponse {
  status: number;
  /** Flat: name, value, name, value. */
  headers: string[];
  body: Uint8Array | AsyncIterable<string> | undefined;
}

/** Of a request: what decides the part. */
export interface Conditions {
  readonly method: string;
  readonly headers: { get(name: string): string | null };
  readonly requestId: string;
}

/**
 * The one place where conditions, codings and HEAD are decided: a form for Accept-Encoding, nothing where the client has
 * it already (304, RFC 9110 section 13.1.2), no body to HEAD (section 9.3.2).
 * @param own headers of this one request and its caller. Flat: name, value, name, value.
 */
export function selectResponse(
  { status, headers, content }: CacheableResponse,
  { method, headers: request, requestId }: Conditions,
  own: readonly string[],
): SelectedResponse {
  const id = 'x-request-id';
  if (content === undefined) {
    return { status, headers: [...headers, ...own, id, requestId, 'content-length', '0'], body: undefined };
  }
  const isHead = method === 'HEAD';
  if (!hasVariants(content)) {
    return { status, headers: [...headers, ...own, id, requestId], body: isHead ? undefined : content };
  }
  const form = chooseForm(content, request.get('accept-encoding'));
  const known = form.etag === undefined ? null : request.get('if-none-match');
  if (form.etag !== undefined && known !== null && isNotModified(known, form.etag)) {
    return { status: 304, headers: [...headers, ...own, id, requestId, 'etag', form.etag], body: undefined };
  }
  const all = [...headers, ...form.headers, ...own, id, requestId];
  return { status, headers: all, body: isHead ? undefined : form.bytes };
}

/** Is it whole, in one form or several, and not a stream of events? */
export function hasVariants(content: Exclude<CacheableResponse['content'], undefined>): content is BodyVariants {
  return 'identity' in content;
}

/** RFC 9110 section 13.1.2: does If-None-Match name this tag? Weak comparison, `*` matches anything. */
export function isNotModified(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

/** There are a few dozen such headers in the world. */
const preferences = new LRUCache<string, readonly ('identity' | ContentCoding)[]>({ max: 200 });

function chooseForm(forms: BodyVariants, acceptEncoding: string | null): EncodedBody {
  if (acceptEncoding === null) return forms.identity;
  let wanted = preferences.get(acceptEncoding);
  if (!wanted) {
    wanted = readPreference(acceptEncoding);
    preferences.set(acceptEncoding, wanted);
  }
  for (const coding of wanted) {
    const form = forms[coding];
    if (form) return form;
  }
  return forms.identity;
}

/**
 * Codings by the client's weights (RFC 9110 section 12.5.3), of equal ones the shorter form first. The plain form is always
 * acceptable unless it is refused, and then still sent where there is no other: an answer is worth more than a 406.
 */
function readPreference(acceptEncoding: string): readonly ('identity' | ContentCoding)[] {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((text) => text.trim());
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    weights.set(name === 'x-gzip' ? 'gzip' : name, q >= 0 && q <= 1 ? q : 0);
  }
  const others = weights.get('*') ?? 0;
  const weigh = (coding: ContentCoding) => weights.get(coding) ?? others;
  // Not named, it comes last, whatever the others weigh: who asks for a coding at all wants the bytes fewer.
  const identity = weights.get('identity') ?? Number.MIN_VALUE;
  return [
    { coding: 'br' as const, weight: weigh('br') },
    { coding: 'gzip' as const, weight: weigh('gzip') },
    { coding: 'identity' as const, weight: identity },
  ]
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ coding }) => coding);
}
