import type { ErrorForm, Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import type { RateLimiter } from '../../core/limits/rate-limit.ts';
import { createTurns } from '../../core/limits/turns.ts';
import { ServiceError, toServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Answer } from '../../protocols/answer.ts';
import { freshUntilRelease, isReleaseFar } from '../../protocols/freshness.ts';
import type { ErrorRenderer, Handlers } from '../../protocols/handler.ts';
import type { createRestErrorRenderer } from '../../protocols/rest/errors.ts';
import { type Asked, askedOf } from '../asked.ts';
import { choosePart, type Reply } from '../choose.ts';
import { methodHeaders } from '../headers.ts';
import type { PackedAnswers } from '../packed.ts';
import { partToResponse } from '../web.ts';
import { checkAccept } from './acceptance.ts';
import { type Admission, type Admit, callerIdOf, createAdmit, type Policies, type Spend } from './admission.ts';
import { readCall } from './call.ts';
import { createKeptAnswers, type KeptAnswer, type Operated } from './kept-answers.ts';
import { createReplies } from './replies.ts';
import { createRouter, type Route } from './router.ts';

/** For the log and the metrics. */
export interface Answered {
  operation: OperationId | 'none';
  callerId: string | undefined;
  isSandbox: boolean;
}

/** An answer on its way: what anybody may get, and what belongs to this one request. */
export interface Outcome extends Answered {
  reply: Reply;
  /** Headers of the caller's limit and of this moment. Flat: name, value, name, value. */
  own: readonly string[];
}

export interface App {
  /** Is there an operation at this path, whatever the method? */
  matches(pathname: string): boolean;
  /** Identified, counted, and answered from what is kept or by its handler. No promise for what is kept. */
  answer(asked: Asked): Outcome | Promise<Outcome>;
  /** The answer to what is refused before it reaches an operation; it may not even be a request. Counted when there is a caller to count. */
  refuse(error: ServiceError, asked: Pick<Asked, 'requestId'> & { admission?: Admission }): Outcome;
  admit: Admit;
  spend: Spend;
  /** `answer` for who has a web request: pages, tests, the development server. */
  fetch(request: Request, arrival?: Partial<Pick<Asked, 'requestId' | 'clientAddress'>>): Promise<Response>;
}

export interface AppParts {
  services: Services;
  handlers: Handlers;
  /** By `errorForm` of the operation. */
  renderers: Record<ErrorForm, ErrorRenderer> & { rest: ReturnType<typeof createRestErrorRenderer> };
  /** The headers of a paid article's 402 that are new each time. */
  freshChallenge: Parameters<typeof createKeptAnswers>[0]['freshChallenge'];
  /** Answers that were made at the build. */
  packed: PackedAnswers;
  keepBytes: number;
  limiter: RateLimiter;
  policies: Policies;
}

/** The whole API behind one function, without a socket. */
export function createApp(parts: AppParts): App {
  const { services, handlers, renderers } = parts;
  const findRoute = createRouter();
  const turns = createTurns({ defer: (run) => setImmediate(run) });
  const { admit, spend } = createAdmit({ ...parts, turns });
  const replies = createReplies(services);
  const kept = createKeptAnswers({ ...parts, replies, make });

  /** Never rejects: what a handler throws is an answer too. */
  async function make(asked: Asked, route: Operated, admission: Admission): Promise<Answer> {
    try {
      checkAccept(asked.headers.get('accept'), route.id);
      const { params, mirror } = route;
      const operation: Operation = operations[route.id];
      const { caller } = admission;
      const more = (calls: number) => spend({ id: route.id, asked, admission }, calls);
      const call = await readCall(asked, operation, { params, mirror, caller, urls: services.urls, spend: more });
      // What records a purchase computes little, and a repeat must meet the first while that is under way.
      if (!operation.takesTurns && !operation.countsItself) await more(0);
      // The table pairs each id with its handler's types; through a variable id only the table itself can know that.
      return await Reflect.apply(handlers[route.id], undefined, [call]);
    } catch (thrown) {
      return renderers[formOf(route)](explain(thrown, asked), { request: asked, requestId: asked.requestId });
    }
  }

  /** Anything that is not a refusal is a bug: logged with its cause, told only by its request id. */
  function explain(thrown: unknown, { requestId }: Pick<Asked, 'requestId'>): ServiceError {
    const refusal = toServiceError(thrown);
    if (refusal.code === 'internal_error') services.log.error({ err: thrown, requestId }, 'request failed');
    return refusal;
  }

  function refuseAt(error: ServiceError, asked: Asked, route: Route): Answer {
    const { requestId } = asked;
    const refusal = renderers[formOf(route)](error, { request: asked, requestId });
    if (error.code !== 'method_not_allowed' || route.kind !== 'no-method') return refusal;
    return { ...refusal, headers: { ...refusal.headers, allow: route.allow.join(', ') } };
  }

  function answer(asked: Asked): Outcome | Promise<Outcome> {
    const { method, pathname } = asked;
    const route = findRoute(method, pathname);
    const id = route.kind === 'operation' ? route.id : undefined;
    const admission = admit(id, asked);
    return admission instanceof Promise
      ? admission.then(
          (known) => answerAdmitted(asked, route, known),
          (thrown) => failed(thrown, asked, route),
        )
      : answerAdmitted(asked, route, admission);
  }

  function failed(thrown: unknown, asked: Asked, route: Route): Outcome {
    return finish(refuseAt(explain(thrown, asked), asked, route), route, undefined);
  }

  function answerAdmitted(asked: Asked, route: Route, admission: Admission): Outcome | Promise<Outcome> {
    const { method } = asked;
    // Counted and never refused: a browser would hide from its page why, and the call it asks for is refused in words.
    if (method === 'OPTIONS') {
      const allow = route.kind === 'no-method' ? route.allow : ['OPTIONS'];
      return finish({ status: 204, headers: methodHeaders(allow), body: undefined }, route, admission);
    }
    if (!admission.isAllowed) {
      const refusal = new ServiceError('rate_limited', undefined, { retryAfter: admission.secondsLeft });
      return finish(refuseAt(refusal, asked, route), route, admission);
    }
    switch (route.kind) {
      case 'nowhere':
        return finish(refuseAt(new ServiceError('not_found'), asked, route), route, admission);
      case 'no-method': {
        const refusal = new ServiceError('method_not_allowed', `It takes ${route.allow.join(', ')}.`);
        return finish(refuseAt(refusal, asked, route), route, admission);
      }
      case 'operation':
        return operate(asked, route, admission);
    }
  }

  function operate(asked: Asked, route: Operated, admission: Admission): Outcome | Promise<Outcome> {
    const held = kept.find(asked, route, admission);
    if (held === undefined) {
      return make(asked, route, admission).then((answer) => finish(answer, route, admission));
    }
    const send = ({ reply, fresh }: KeptAnswer) => {
      const own = fresh.length > 0 ? [...admission.headers, ...fresh] : admission.headers;
      return outcomeOf(upToDate(reply), own, { route, admission });
    };
    return held instanceof Promise ? held.then(send) : send(held);
  }

  function finish(said: Answer, route: Route, admission: Admission | undefined): Outcome {
    // A handler that has counted its caller itself says so; it knows better.
    const own = 'x-ratelimit-limit' in said.headers ? [] : (admission?.headers ?? []);
    return outcomeOf(upToDate(replies.ofOperation(said, route)), own, { route, admission });
  }

  /** An answer that was made earlier is to be kept for a shorter time now. */
  function upToDate(reply: Reply): Reply {
    if (isReleaseFar(services)) return reply; // nearly always, and asked for each answer
    const at = reply.headers.indexOf('cache-control') + 1;
    const said = reply.headers[at];
    if (at === 0 || said === undefined) return reply;
    return { ...reply, headers: reply.headers.with(at, freshUntilRelease(services, said)) };
  }

  return {
    matches: (pathname) => findRoute('GET', pathname).kind !== 'nowhere',
    answer,
    admit,
    spend,
    refuse(error, { requestId, admission }) {
      const refusal = renderers.rest(error, { requestId });
      const allow = { allow: 'GET, HEAD, POST, DELETE, OPTIONS' };
      const headers = error.code === 'method_not_allowed' ? { ...refusal.headers, ...allow } : refusal.headers;
      return finish({ ...refusal, headers }, { kind: 'nowhere', mirror: 'live' }, admission);
    },
    async fetch(request, { requestId = crypto.randomUUID(), clientAddress = 'unknown' } = {}) {
      const asked = askedOf(request, { requestId, clientAddress });
      const { reply, own } = await answer(asked);
      return partToResponse(choosePart(reply, asked, own));
    },
  };
}

function outcomeOf(
  reply: Reply,
  own: readonly string[],
  { route, admission }: { route: Route; admission: Admission | undefined },
): Outcome {
  return {
    reply,
    own,
    operation: route.kind === 'operation' ? route.id : 'none',
    callerId: admission && callerIdOf(admission),
    isSandbox: route.mirror === 'sandbox',
  };
}

/** Whose error shape a refusal at this address takes. */
function formOf(route: Route): 'rest' | ErrorForm {
  switch (route.kind) {
    case 'operation': {
      const operation: Operation = operations[route.id];
      return operation.errorForm ?? 'rest';
    }
    case 'no-method':
      return route.errorForm ?? 'rest';
    case 'nowhere':
      return 'rest';
  }
}
