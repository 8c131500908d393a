import { searchCalls } from '../../contract/operation.ts';
import { answerQuestion, chooseIndex } from '../../core/question-answering.ts';
import { ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { preferredType } from '../accept.ts';
import { type Frame, streamFrames } from '../event-stream.ts';
import type { Call, Handlers } from '../handler.ts';
import { type HttpResponse, jsonType } from '../http.ts';
import { joinPieces } from '../json.ts';
import { type CachedResult, createReleaseCache } from '../release-cache.ts';
import { siteName, toWireAnswer, type WireAnswer, writeAskResponse } from './ask-answer.ts';
import { type AskRequest, readAskBody, readAskParams } from './ask-request.ts';
import { createFraming } from './frames.ts';
import { createPassageWriter } from './passage-text.ts';

const askTypes = ['application/json', 'text/event-stream'];
/** Maximum bytes of all cached answers; one is about 15 KB. */
const maxCacheBytes = 6 * 1024 * 1024;

type AskRequestWithId = AskRequest & { queryId: string };

/**
 * GET and POST /ask (specification section 4, endpoints 5 and 6) in the dialects of NLWeb: public text, and for a key
 * with `articles:read` paid text.
 */
export function createAskHandlers(services: Services): Pick<Handlers, 'askGet' | 'askPost'> {
  const { urls, publication, now, log } = services;
  const site = siteName(services);
  const writer = createPassageWriter({ urls, publication, site });
  // Two caches: what paid text adds to one must not evict what the other has.
  const caches = {
    open: createReleaseCache(services.catalogue, maxCacheBytes),
    paid: createReleaseCache(services.catalogue, maxCacheBytes),
  };
  const ownNames = new Set(['all', urls.base, site, publication.name].map((name) => name.toLowerCase()));

  const isForUs = ({ sites }: AskRequest) =>
    sites.length === 0 || sites.some((site) => ownNames.has(site.toLowerCase()));

  async function createWire(request: AskRequest, { caller, clientAddress }: Call): Promise<WireAnswer> {
    const found = isForUs(request)
      ? await answerQuestion(services, { ...request, clientAddress }, chooseIndex(caller))
      : {
          searched: request.text,
          passages: [],
          confidence: 'none' as const,
          pages: [],
          list: undefined,
          isWholeList: false,
        };
    return toWireAnswer(writer, request, found);
  }

  /**
   * An AskResponse. The cache has it without its `query_id`, the only member in which two answers to one question
   * differ.
   */
  async function writeAnswer(request: AskRequestWithId, call: Call): Promise<CachedResult> {
    const opening = Buffer.from(`{"query_id":${JSON.stringify(request.queryId)},`);
    const cache = caches[chooseIndex(call.caller)];
    const { dialect, text, standalone, previous, limit, offset, minScore, hasContext, modes } = request;
    const scope = [limit, offset, minScore, hasContext, isForUs(request), ...modes];
    const key = JSON.stringify([dialect, text, standalone, previous.at(-1), scope]);
    const known = cache.find(key);
    if (known) return { ...known, bytes: joinPieces([opening, known.bytes]) };
    await call.spend(searchCalls - 1);
    const keep = cache.begin();
    const wire = await createWire(request, call);
    const { confidence } = wire.about;
    const bytes = joinPieces([opening, ...writeAskResponse(wire, dialect)]);
    keep(key, { bytes: bytes.subarray(opening.byteLength), confidence });
    return { bytes, confidence };
  }

  /** The first frames leave before the search begins; what fails after them can no longer be a status. */
  async function* frame(request: AskRequestWithId, call: Call): AsyncGenerator<Frame> {
    const { dialect, queryId } = request;
    const framing = createFraming({ dialect, queryId, site, now });
    yield* framing.opening(request);
    try {
      const wire = await createWire(request, call);
      call.note({ kind: 'question', text: request.text, confidence: wire.about.confidence });
      yield* framing.answering(wire);
    } catch (thrown) {
      const { requestId } = call;
      const error = toServiceError(thrown);
      const isBug = error.code === 'internal_error';
      if (isBug) log.error({ err: thrown, requestId }, 'ask failed');
      const { code, message } = isBug ? new ServiceError('internal_error', `Request ${requestId}.`) : error;
      yield* framing.failing({ code, message });
      return;
    }
    yield* framing.closing();
  }

  async function respond(call: Call, read: AskRequest): Promise<HttpResponse> {
    const { request, spend } = call;
    const identified = { ...read, queryId: read.queryId ?? Buffer.from(services.randomBytes(16)).toString('hex') };
    if (wantsStream(request, read)) {
      await spend(searchCalls - 1);
      return streamFrames(frame(identified, call));
    }
    const { bytes, confidence = 'none' } = await writeAnswer(identified, call);
    call.note({ kind: 'question', text: read.text, confidence });
    return {
      status: 200,
      headers: { 'content-type': jsonType, 'cache-control': 'no-store' },
      body: bytes,
    };
  }

  return {
    askGet: (call) => respond(call, readAskParams(call.url.searchParams)),
    askPost: (call) => respond(call, readAskBody(call.bodyText, call.url.searchParams)),
  };
}

/** contract.md, /ask: what the client says of streaming wins, then what Accept prefers; JSON otherwise. */
function wantsStream(request: Call['request'], { streaming }: AskRequest): boolean {
  if (streaming !== undefined) return streaming;
  return preferredType(request.headers.get('accept'), askTypes) === 'text/event-stream';
}
