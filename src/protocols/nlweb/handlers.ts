import { answerQuestion } from '../../core/ask.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { preferredType } from '../accept.ts';
import { type Answer, type AskedRequest, emptyAnswer, jsonAnswer } from '../answer.ts';
import type { Handlers } from '../handler.ts';
import { siteName, toAskResponse, toWireAnswer, type WireAnswer } from './ask-answer.ts';
import { type AskRequest, readAskBody, readAskParams } from './ask-request.ts';
import { eventStreamHeaders, streamFrames } from './event-stream.ts';
import { createFraming, type Frame } from './frames.ts';

const keepAliveMs = 15_000;

type Asked = AskRequest & { queryId: string };

/** GET and POST /ask (specification section 4, endpoints 5 and 6) in the dialects of NLWeb. Public text only; no credential is looked at. */
export function createAskHandlers(services: Services): Pick<Handlers, 'askGet' | 'askPost'> {
  const { urls, publication, now, log } = services;
  const ownNames = new Set(['all', urls.base, siteName(services), publication.name].map((name) => name.toLowerCase()));

  function answer(asked: Asked): WireAnswer {
    const isForUs = asked.sites.length === 0 || asked.sites.some((site) => ownNames.has(site.toLowerCase()));
    const found = isForUs ? answerQuestion(services, asked) : { searched: asked.text, passages: [] };
    return toWireAnswer(services, asked, found);
  }

  /** The first frames leave before the search begins; what fails after them can no longer be a status. */
  async function* frame(asked: Asked, requestId: string): AsyncGenerator<Frame> {
    const { dialect, queryId } = asked;
    const framing = createFraming({ dialect, queryId, site: siteName(services), now });
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

  function respond(request: AskedRequest, read: AskRequest, requestId: string): Answer {
    const asked = { ...read, queryId: read.queryId ?? makeId(services.randomBytes(16)) };
    if (wantsStream(request, read)) {
      // A stream that nobody reads would never end.
      if (request.method === 'HEAD') return emptyAnswer(200, eventStreamHeaders);
      return streamFrames(frame(asked, requestId), { keepAliveMs });
    }
    return jsonAnswer(toAskResponse(answer(asked), asked.dialect), {
      headers: { 'cache-control': 'no-store' },
    });
  }

  return {
    askGet: ({ request, url, requestId }) => respond(request, readAskParams(url.searchParams), requestId),
    askPost: ({ request, url, bodyText, requestId }) =>
      respond(request, readAskBody(bodyText, url.searchParams), requestId),
  };
}

/** contract.md, /ask: what the client says of streaming wins, then what Accept prefers; JSON otherwise. */
function wantsStream(request: AskedRequest, { streaming }: AskRequest): boolean {
  if (streaming !== undefined) return streaming;
  const offers = ['application/json', 'text/event-stream'];
  return preferredType(request.headers.get('accept'), offers) === 'text/event-stream';
}

function makeId(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
