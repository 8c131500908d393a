import type { AuthorizationServer } from '../../core/authorization/server.ts';
import { randomHex } from '../../core/random-hex.ts';
import type { Services } from '../../core/services.ts';
import { type Answer, type AskedRequest, emptyAnswer } from '../answer.ts';
import type { Handler } from '../handler.ts';
import {
  type AuthorizationDetails,
  type ReturnAddress,
  readAuthorizationDetails,
  readReturnAddress,
} from './authorization-request.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import { type FormParameters, readFormBody, readFormParameters } from './form.ts';
import { OauthError, showable, toDescription } from './oauth-error.ts';

type Deps = { server: AuthorizationServer; services: Pick<Services, 'publication' | 'urls' | 'randomBytes'> };

/** GET /agent/auth/authorize (RFC 6749 section 4.1.1): always the page, never a grant. */
export function createAuthorizeHandler({ server, services }: Deps): Handler<'oauthAuthorize'> {
  const { publication, urls } = services;
  return ({ request, url }) =>
    showRefusals({ request, services }, async () => {
      const form = readFormParameters(url.searchParams);
      const returnAddress = await readReturnAddress(form, server.clients);
      return sendRefusals({ returnAddress, services, status: 302 }, async () => {
        const details = readAuthorizationDetails({ form, client: returnAddress.client, urls });
        return consentPage({ publication, returnAddress, details, form, action: urls.at('/agent/auth/authorize') });
      });
    });
}

/** POST /agent/auth/authorize: what the page sends. */
export function createConsentHandler({ server, services }: Deps): Handler<'oauthConsent'> {
  const { urls } = services;
  return ({ request, bodyText }) =>
    showRefusals({ request, services }, async () => {
      if (isForeignForm(request, urls.base)) {
        throw showable((words) => words.elsewhere);
      }
      const form = readFormBody(bodyText);
      const returnAddress = await readReturnAddress(form, server.clients);
      const isAllowed = readDecision(form);
      return sendRefusals({ returnAddress, services, status: 303 }, async () => {
        const details = readAuthorizationDetails({ form, client: returnAddress.client, urls });
        if (!isAllowed) throw new OauthError('access_denied', 'The person said no.');
        const code = await issueCode({ server, services, returnAddress, details });
        return redirect({ returnAddress, issuer: urls.base, status: 303, answer: { code } });
      });
    });
}

function readDecision(form: FormParameters): boolean {
  const decision = form.read('decision');
  if (decision !== 'allow' && decision !== 'deny') throw showable((words) => words.noDecision);
  return decision === 'allow';
}

/**
 * A form that another site posts with the visitor's browser. Browsers say so; programs send neither header. `Origin: null` is a
 * page that hides where it comes from, and ours does not: a browser too old to add fetch metadata is refused with it.
 */
function isForeignForm(request: AskedRequest, base: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('origin');
  return origin !== null && origin !== new URL(base).origin;
}

/** There are no accounts: each consent speaks for a visitor of its own. */
function issueCode(about: Deps & { returnAddress: ReturnAddress; details: AuthorizationDetails }): Promise<string> {
  const { server, services, returnAddress, details } = about;
  const { challenge, scopes, resources } = details;
  const { client, redirectUri, isRedirectNamed } = returnAddress;
  const visitor = randomHex(services.randomBytes, 8);
  const terms = { clientId: client.id, subject: `visitor_${visitor}`, plan: 'demo', scopes, resources };
  return server.codes.issue({ terms, redirectUri, isRedirectNamed, challenge });
}

function redirect(about: {
  returnAddress: ReturnAddress;
  issuer: string;
  status: 302 | 303;
  answer: Readonly<Record<string, string>>;
}): Answer {
  const { returnAddress, issuer, status, answer } = about;
  const target = new URL(returnAddress.redirectUri);
  for (const [name, value] of Object.entries(answer)) target.searchParams.append(name, value);
  if (returnAddress.state !== undefined) target.searchParams.append('state', returnAddress.state);
  // RFC 9207: tells the client which server answered.
  target.searchParams.append('iss', issuer);
  const headers = {
    location: target.href,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'unsafe-none',
  };
  return emptyAnswer(status, headers);
}

async function sendRefusals(
  about: { returnAddress: ReturnAddress; services: Pick<Services, 'urls'>; status: 302 | 303 },
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OauthError)) throw error;
    const answer = { error: error.code, error_description: toDescription(error.message) };
    return redirect({ ...about, issuer: about.services.urls.base, answer });
  }
}

/** A person gets a page, a program the JSON of the RFC. */
async function showRefusals(
  about: { request: AskedRequest; services: Pick<Services, 'publication'> },
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const wantsHtml = about.request.headers.get('accept')?.includes('text/html');
    if (!(error instanceof OauthError) || !wantsHtml) throw error;
    return refusalPage(about.services, error);
  }
}
