import { searchCalls } from '../../contract/operation.ts';
import { answerQuestion } from '../../core/ask.ts';
import { randomHex } from '../../core/random-hex.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { preferredType } from '../accept.ts';
import { type Answer, type AskedRequest, emptyAnswer, jsonType } from '../answer.ts';
import type { Call, Handlers } from '../handler.ts';
import { wrapObject } from '../json-bytes.ts';
import { createKept } from '../kept.ts';
import { siteName, toWireAnswer, type WireAnswer, writeAskResponse } from './ask-answer.ts';
import { type AskRequest, readAskBody, readAskParams } from './ask-request.ts';
import { eventStreamHeaders, streamFrames } from './event-stream.ts';
import { createFraming, type Frame } from './frames.ts';
import { createPassageWriter } from './passage-text.ts';

const keepAliveMs = 15_000;
/** Of all answers that are kept; one is about 15 KB. */
const mostKeptBytes = 6 * 1024 * 1024;
const encoder = new TextEncoder();

type Asked = AskRequest & { queryId: string };

/** GET and POST /ask (specification section 4, endpoints 5 and 6) in the dialects of NLWeb. Public text only; no credential is looked at. */
export function createAskHandlers(services: Services): Pick<Handlers, 'askGet' | 'askPost'> {
  const { urls, publication, now, log } = services;
  const site = siteName(services);
  const writer = createPassageWriter({ urls, publication, site });
  const kept = createKept(services.catalogue, mostKeptBytes);
  const ownNames = new Set(['all', urls.base, site, publication.name].map((name) => name.toLowerCase()));

  const isForUs = ({ sites }: AskRequest) =>
    sites.length === 0 || sites.some((site) => ownNames.has(site.toLowerCase()));

  function answer(asked: AskRequest): WireAnswer {
    const found = isForUs(asked) ? answerQuestion(services, asked) : { searched: asked.text, passages: [] };
    return toWireAnswer(writer, asked, found);
  }

  /** An AskResponse without its `query_id`, which is all that two answers to one question differ by. */
  async function writeAnswer(asked: AskRequest, spend: Call['spend']): Promise<Uint8Array> {
    const { dialect, text, standalone, previous, limit, offset, leastScore, modes } = asked;
    const scope = [limit, offset, leastScore, isForUs(asked), ...modes];
    const key = JSON.stringify([dialect, text, standalone, previous.at(-1), scope]);
    const known = kept.find(key);
    if (known) return known;
    await spend(searchCalls - 1);
    const made = encoder.encode(writeAskResponse(answer(asked), dialect));
    kept.keep(key, made);
    return made;
  }

  /** The first frames leave before the search begins; what fails after them can no longer be a status. */
  async function* frame(asked: Asked, requestId: string): AsyncGenerator<Frame> {
    const { dialect, queryId } = asked;
    const framing = createFraming({ dialect, queryId, site, now });
    yield* framing.opening(asked);
    try {
      yield* framing.answering(answer(asked));
    } catch (thrown) {
      log.error({ err: thrown, requestId }, 'ask failed');
      const { code, message } = new ServiceError('internal_error', `Request ${requestId}.`);
      yield* framing.failing({ code, message });
      return;
    }
    yield* framing.closing();
  }

  async function respond({ request, requestId, spend }: Call, read: AskRequest): Promise<Answer> {
    const asked = { ...read, queryId: read.queryId ?? randomHex(services.randomBytes, 16) };
    if (wantsStream(request, read)) {
      // A stream that nobody reads would never end.
      if (request.method === 'HEAD') return emptyAnswer(200, eventStreamHeaders);
      await spend(searchCalls - 1);
      return streamFrames(frame(asked, requestId), { keepAliveMs });
    }
    const members = `"query_id":${JSON.stringify(asked.queryId)}`;
    return {
      status: 200,
      headers: { 'content-type': jsonType, 'cache-control': 'no-store' },
      body: wrapObject({ before: '', members, object: await writeAnswer(read, spend), after: '' }),
    };
  }

  return {
    askGet: (call) => respond(call, readAskParams(call.url.searchParams)),
    askPost: (call) => respond(call, readAskBody(call.bodyText, call.url.searchParams)),
  };
}

/** contract.md, /ask: what the client says of streaming wins, then what Accept prefers; JSON otherwise. */
function wantsStream(request: AskedRequest, { streaming }: AskRequest): boolean {
  if (streaming !== undefined) return streaming;
  const offers = ['application/json', 'text/event-stream'];
  return preferredType(request.headers.get('accept'), offers) === 'text/event-stream';
}
