import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App, Arrival } from '../api/app.ts';
import { sendResponse, toRequest } from '../socket/node-http.ts';
import { choosePart, type PreparedAnswer } from './prepared.ts';

/** One call of the API at the socket. */
export interface SocketCall {
  message: IncomingMessage;
  response: ServerResponse;
  arrival: Arrival;
  /** Configured address, without a trailing slash. */
  base: string;
}

/** Answers any call, through `app.fetch`. */
export async function answerCall(app: App, { message, response, arrival, base }: SocketCall): Promise<void> {
  await sendResponse(await app.fetch(toRequest(message, base), arrival), response);
}

/**
 * Writes an answer that lies ready, with the bytes and headers that `app.fetch` would send: counted, told to
 * `arrival.onAnswer`, refused when the caller is over the limit. No header may have been set before.
 */
export async function answerPrepared(app: App, answer: PreparedAnswer, call: SocketCall): Promise<void> {
  const { message, response, arrival } = call;
  const { headers, method } = message;
  const from = { authorization: headers.authorization ?? null, clientAddress: arrival.clientAddress };
  // What fails here fails again in `fetch`, which has words for it.
  const admission = await app.admit(answer.operation, from).catch(() => undefined);
  if (!admission) return answerCall(app, call);
  if (!admission.isAllowed) return answerCall(app, { ...call, arrival: { ...arrival, admission } });
  const { operation, isSandbox } = answer;
  const { caller } = admission;
  arrival.onAnswer?.({ operation, isSandbox, callerId: caller.kind === 'subscriber' ? caller.id : undefined });
  const part = choosePart(answer, {
    method,
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: headers['accept-encoding'],
  });
  const requestId = ['x-request-id', arrival.requestId];
  // A flat list at once: node takes twice as long over setHeader.
  response.writeHead(part.status, [requestId, ...answer.headers, ...part.headers, ...admission.headers].flat());
  response.end(part.body ?? undefined);
}
