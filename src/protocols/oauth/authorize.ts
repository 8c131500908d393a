import type { AuthorizationServer } from '../../core/authorization/authorization-server.ts';
import type { Services } from '../../core/services.ts';
import type { Call, Handler } from '../handler.ts';
import { emptyResponse, type HttpResponse } from '../http.ts';
import { type AuthorizationRequest, type RedirectTarget, readAuthorizationRequest } from './authorization-request.ts';
import { consentPage, errorPage } from './consent-page.ts';
import { type FormParameters, readFormBody, readFormParameters } from './form.ts';
import { OauthError, toErrorDescription } from './oauth-error.ts';

type Deps = { server: AuthorizationServer; services: Pick<Services, 'publication' | 'urls' | 'randomBytes'> };

/** GET /agent/auth/authorize (RFC 6749 section 4.1.1): always a page, never a grant and never a redirect. */
export function createAuthorizeHandler({ server, services }: Deps): Handler<'oauthAuthorize'> {
  const { publication, urls } = services;
  return ({ request, url, clientAddress }) =>
    showErrors({ request, services }, async () => {
      const form = readFormParameters(url.searchParams);
      const authorization = await readAuthorizationRequest({ form, clients: server.clients, urls, clientAddress });
      return consentPage({ publication, request: authorization, form, action: urls.at('/agent/auth/authorize') });
    });
}

/**
 * POST /agent/auth/authorize: what the page sends. The one place that redirects, and only with what a person decided.
 */
export function createConsentHandler({ server, services }: Deps): Handler<'oauthConsent'> {
  const { urls } = services;
  return ({ request, bodyText, clientAddress }) =>
    showErrors({ request, services }, async () => {
      if (isForeignForm(request, urls.base)) {
        throw toErrorDescription((words) => words.elsewhere);
      }
      const form = readFormBody(bodyText);
      const authorization = await readAuthorizationRequest({ form, clients: server.clients, urls, clientAddress });
      const parameters: Record<string, string> = readDecision(form)
        ? { code: await issueCode({ server, services, request: authorization }) }
        : { error: 'access_denied', error_description: 'The user denied the request.' };
      return redirect({ redirectTarget: authorization, issuer: urls.base, parameters });
    });
}

function readDecision(form: FormParameters): boolean {
  const decision = form.read('decision');
  if (decision !== 'allow' && decision !== 'deny') throw toErrorDescription((words) => words.noDecision);
  return decision === 'allow';
}

/**
 * A form that another site posts with the visitor's browser. Browsers say so; programs send neither header. `Origin:
 * null` is a page that hides where it comes from, and ours does not: a browser too old to add fetch metadata is refused
 * with it.
 */
function isForeignForm(request: Call['request'], base: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  return origin !== null && origin !== new URL(base).origin;
}

/** Nobody signs up: each consent speaks for a visitor of its own. */
function issueCode({ server, services, request }: Deps & { request: AuthorizationRequest }): Promise<string> {
  const { client, redirectUri, isRedirectNamed, challenge, scopes, resources } = request;
  const visitor = Buffer.from(services.randomBytes(8)).toString('hex');
  const terms = { clientId: client.id, subject: `visitor_${visitor}`, plan: 'demo', scopes, resources };
  return server.codes.issue({ terms, redirectUri, isRedirectNamed, challenge });
}

function redirect(about: {
  redirectTarget: RedirectTarget;
  issuer: string;
  parameters: Readonly<Record<string, string>>;
}): HttpResponse {
  const { redirectTarget, issuer, parameters } = about;
  const target = new URL(redirectTarget.redirectUri);
  for (const [name, value] of Object.entries(parameters)) target.searchParams.append(name, value);
  if (redirectTarget.state !== undefined) target.searchParams.append('state', redirectTarget.state);
  // RFC 9207: tells the client which server answered.
  target.searchParams.append('iss', issuer);
  const headers = {
    location: target.href,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'unsafe-none',
  };
  return emptyResponse(303, headers);
}

/** A person gets a page, a program the JSON of the RFC. */
async function showErrors(
  about: { request: Call['request']; services: Pick<Services, 'publication'> },
  work: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    return await work();
  } catch (error) {
    const wantsHtml = about.request.headers.get('accept')?.includes('text/html');
    if (!(error instanceof OauthError) || !wantsHtml) throw error;
    return errorPage(about.services, error);
  }
}
