import { createBoundedMap } from '../../core/bounded-map.ts';
import type { Services } from '../../core/services.ts';
import type { HandledId } from '../../protocols/handler.ts';
import { chooseForm, type Forms, makeForms, plainForm, sizeOf } from './content-coding.ts';
import { isNotModified } from './entity-tag.ts';

/** A finished public 200: what everybody gets who asks for its address, but for the headers of the one request. */
export interface PreparedAnswer extends Origin {
  type: string;
  /** Without those of the body and of the one request. */
  headers: readonly (readonly [string, string])[];
  forms: Forms;
}

/** What an answer was made from. */
export interface Origin {
  operation: HandledId;
  /** Of the article it shows, if it shows one. */
  slug: string | undefined;
  isSandbox: boolean;
  /** The list of released articles, taken before the handler ran. */
  released: object;
}

export interface PreparedAnswers {
  /** @param target path and query as they stand in the request line */
  find(target: string): PreparedAnswer | undefined;
  /**
   * Turns a finished public 200 into what its request asks for, and remembers it when its address is a hot one.
   * Only these are compressed: it is done once for many.
   */
  represent(request: Request, response: Response, origin: Origin): Promise<Response>;
}

/** Free articles, plain pages of the list, prices: a few addresses for each article. Any other query could be varied for ever. */
const hotTarget =
  /^\/api\/(?:sandbox\/)?v1\/(?:pricing|articles(?:\/[a-z0-9-]+|\?page=\d{1,4}|\?per_page=\d{1,3}|\?page=\d{1,4}&per_page=\d{1,3}|\?per_page=\d{1,3}&page=\d{1,4})?)$/;

/** Headers that belong to one request or one part; whoever sends the answer writes them anew. */
const ofOneRequest = /^(?:x-request-id|x-ratelimit-.+|ratelimit(?:-policy)?|content-(?:type|length))$/;

/** Bytes of bodies; the map holds at most twice as many. */
const capacity = 32 * 1024 * 1024;

/**
 * Answers that the handlers made once and that hold until the next article is released. Whoever asks is counted and
 * logged as ever; only the work that would come out the same is left out.
 */
export function createPreparedAnswers({ catalogue }: Pick<Services, 'catalogue'>): PreparedAnswers {
  const answers = createBoundedMap<string, PreparedAnswer>(capacity, ({ forms }) => sizeOf(forms));

  /** The catalogue is asked each time: an answer never outlives what it shows. */
  function find(target: string): PreparedAnswer | undefined {
    const answer = answers.get(target);
    if (answer?.released !== catalogue.list()) return undefined;
    return answer.slug === undefined || catalogue.isVisible(answer.slug) ? answer : undefined;
  }

  return {
    find,
    async represent(request, response, origin) {
      const { pathname, search } = new URL(request.url);
      const target = pathname + search;
      const isHot = hotTarget.test(target);
      const headers = new Headers(response.headers);
      const type = headers.get('content-type') ?? 'application/octet-stream';
      const bytes = new Uint8Array(await response.arrayBuffer());
      const forms = isHot ? await makeForms(bytes) : plainForm(bytes);
      const lasting = [...headers].filter(([name]) => !ofOneRequest.test(name));
      const answer = { ...origin, type, headers: lasting, forms };
      if (isHot) answers.set(target, answer);
      const part = choosePart(answer, {
        method: request.method,
        ifNoneMatch: request.headers.get('if-none-match'),
        acceptEncoding: request.headers.get('accept-encoding'),
      });
      for (const name of ['content-type', 'content-length']) headers.delete(name);
      for (const [name, value] of part.headers) headers.set(name, value);
      return new Response(part.body, { status: part.status, headers });
    },
  };
}

/** Request headers that decide which part of an answer is sent. */
export interface Asked {
  method: string | undefined;
  ifNoneMatch: string | null | undefined;
  acceptEncoding: string | null | undefined;
}

/** What a request gets of an answer: all, a compressed form, nothing (304, RFC 9110 section 13.1.2), or no body (HEAD). */
export function choosePart({ forms, type }: Pick<PreparedAnswer, 'forms' | 'type'>, asked: Asked) {
  const { etag, bytes, coding } = chooseForm(forms, asked.acceptEncoding);
  const tag: [string, string] = ['etag', etag];
  if (isNotModified(asked.ifNoneMatch, etag)) return { status: 304, headers: [tag], body: null };
  const headers: [string, string][] = [tag, ['content-type', type], ['content-length', String(bytes.byteLength)]];
  if (coding) headers.push(['content-encoding', coding]);
  return { status: 200, headers, body: asked.method === 'HEAD' ? null : bytes };
}
