import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App, Arrival } from './app.ts';
import { sendResponse, toRequest } from './node-http.ts';
import { choosePart } from './prepared.ts';

/**
 * Answers a call of the API: from the prepared answers when there is one and nothing speaks against it, else through
 * `app.fetch`. Both count, tell `arrival.onAnswer` and choose the part to send alike.
 * @param about.base configured address, without a trailing slash
 */
export async function answerCall(
  app: App,
  about: { message: IncomingMessage; response: ServerResponse; arrival: Arrival; base: string },
): Promise<void> {
  const { message, response, arrival, base } = about;
  const { headers } = message;
  const answer = app.findPrepared(message);
  const from = { authorization: headers.authorization ?? null, clientAddress: arrival.clientAddress };
  // What fails here fails again in `fetch`, which has words for it.
  const admission = answer && (await app.admit(answer.operation, from).catch(() => undefined));
  if (!answer || !admission?.isAllowed) {
    const request = toRequest(message, response, base);
    await sendResponse(await app.fetch(request, admission ? { ...arrival, admission } : arrival), response);
    return;
  }
  const { caller } = admission;
  const callerId = caller.kind === 'subscriber' ? caller.id : undefined;
  arrival.onAnswer?.({ operation: answer.operation, callerId, isSandbox: answer.isSandbox });
  const part = choosePart(answer, {
    method: message.method,
    ifNoneMatch: headers['if-none-match'],
    acceptEncoding: headers['accept-encoding'],
  });
  response.setHeader('x-request-id', arrival.requestId);
  for (const [name, value] of [...answer.headers, ...part.headers, ...admission.headers])
    response.setHeader(name, value);
  response.writeHead(part.status).end(part.body ?? undefined);
}
