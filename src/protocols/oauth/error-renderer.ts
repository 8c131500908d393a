import type { OperationId } from '../../contract/operations.ts';
import type { Call, ErrorRenderer, Handler } from '../handler.ts';

import { retryHeader } from '../wire-error.ts';
import { OauthError, oauthErrorResponse, toOauthCode } from './oauth-error.ts';

const agentAuthPath = /\/agent\/auth(\/claim)?\/?$/;

const isAgentAuth = (request: Call['request']) => agentAuthPath.test(new URL(request.url, 'http://localhost').pathname);

/**
 * Refusals made before or around a handler, in the shape of RFC 6749: the status of the catalogue, the code of OAuth.
 */
export const renderOauthError: ErrorRenderer = (error, { request, requestId }) =>
  oauthErrorResponse({
    code: toOauthCode(error.code),
    description: error.code === 'internal_error' ? `${error.message} Request ${requestId}.` : error.message,
    status: error.status,
    headers: retryHeader(error),
    isAgentAuth: isAgentAuth(request),
  });

/** Renders OAuth errors of a handler; other exceptions go to the app. */
export function renderOauthErrors<Id extends OperationId>(handler: Handler<Id>): Handler<Id> {
  return async (call: Call<Id>) => {
    try {
      return await handler(call);
    } catch (error) {
      if (!(error instanceof OauthError)) throw error;
      const { code, status, message } = error;
      return oauthErrorResponse({ code, status, description: message, isAgentAuth: isAgentAuth(call.request) });
    }
  };
}
