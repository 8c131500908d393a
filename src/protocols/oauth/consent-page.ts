import type { Scope } from '../../core/access/caller.ts';
import { isUrl } from '../../core/authorization/clients.ts';
import { escapeHtml } from '../../library/markup.ts';
import type { Publication } from '../../library/publication-settings.ts';
import { chooseWords, languageOfWords, type Words } from '../../words/words.ts';
import type { HttpResponse } from '../http.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import type { FormParameters } from './form.ts';
import type { OauthError } from './oauth-error.ts';
import { htmlPage } from './oauth-page.ts';

/** The host that the browser will be sent to, as a person can judge it. */
function describeTarget(redirectUri: string, words: Words['consent']): string {
  const { host, protocol } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : words.anApp(protocol);
}

/** The one thing about a client that is proved: which site published what it says of itself. */
function describeOrigin(clientId: string, words: Words['consent']): string {
  return isUrl(clientId) ? words.publishedBy(`<strong>${escapeHtml(new URL(clientId).host)}</strong>`) : '';
}

/** Every parameter again, so that the decision is about exactly what was shown. */
function hiddenInputs(form: FormParameters): string {
  const single = form.names.filter((name) => name !== 'decision').map((name) => [name, form.read(name)] as const);
  const resources = form.resources.map((resource) => ['resource', resource] as const);
  return [...single, ...resources]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
}

/**
 * The only page of the authorization-code flow: the client, the requested scopes, the redirect target, and two buttons.
 */
export function consentPage(about: {
  publication: Pick<Publication, 'name' | 'language'>;
  request: AuthorizationRequest;
  form: FormParameters;
  action: string;
}): HttpResponse {
  const { publication, request, form, action } = about;
  const { client: asking, redirectUri, scopes, resources } = request;
  const words = chooseWords(publication.language).consent;
  const site = escapeHtml(publication.name);
  const client = escapeHtml(asking.name ?? asking.id);
  const target = escapeHtml(describeTarget(redirectUri, words));
  const scopeItems = scopes.map(
    (scope) => `<li>${escapeHtml(words.scopes[scope satisfies Scope])} <code>${scope}</code></li>`,
  );
  const resourceItems = resources.map((resource) => `<li><code>${escapeHtml(resource)}</code></li>`);
  const main = `<h1>${words.let(client, site)}</h1>
<p>${words.asks(`<strong>${client}</strong>${describeOrigin(asking.id, words)}`)}</p>
<ul>
${scopeItems.join('\n')}
</ul>
<p>${words.at}</p>
<ul>
${resourceItems.join('\n')}
</ul>
<p>${words.goesTo(`<strong>${target}</strong>`, site)}</p>
<form method="post" action="${escapeHtml(action)}">
${hiddenInputs(form)}
<button type="submit" name="decision" value="allow">${words.allow}</button>
<button type="submit" name="decision" value="deny">${words.deny}</button>
</form>`;
  return htmlPage({
    title: `${words.allowAccess} · ${publication.name}`,
    language: languageOfWords(publication.language),
    main,
  });
}

/** The page for a person whose application made an invalid request. The error code is for its developers. */
export function errorPage(
  { publication }: { publication: Pick<Publication, 'name' | 'language'> },
  error: Pick<OauthError, 'code' | 'inWords' | 'message'>,
): HttpResponse {
  const words = chooseWords(publication.language).consent;
  const main = `<h1>${words.cannotAnswer}</h1>
<p>${escapeHtml(error.inWords?.(words.reasons) ?? error.message)} <code>${error.code}</code></p>
<p>${words.nothingAllowed}</p>`;
  return htmlPage({
    title: `${words.notPossible} · ${publication.name}`,
    language: languageOfWords(publication.language),
    main,
    status: 400,
  });
}
