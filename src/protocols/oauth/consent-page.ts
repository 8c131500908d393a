import type { Scope } from '../../core/access/caller.ts';
import { isAddress } from '../../core/authorization/clients.ts';
import type { Publication } from '../../core/publication.ts';
import type { Answer } from '../answer.ts';
import type { AuthorizationDetails, ReturnAddress } from './authorization-request.ts';
import type { Form } from './form.ts';
import { escapeHtml, htmlPage } from './html.ts';

const scopeSentences: Readonly<Record<Scope, string>> = {
  'articles:read': 'Read every article, the paid ones included',
  'mcp:connect': 'Connect to the tool server and call its tools',
};

/** Whom the browser will be sent to, as a person can judge it. */
function describeTarget(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return protocol === 'https:' || protocol === 'http:' ? host : `an app on this device (${protocol})`;
}

/** The one thing about a client that is proved: which site published what it says of itself. */
function describeOrigin(clientId: string): string {
  return isAddress(clientId) ? `, published by <strong>${escapeHtml(new URL(clientId).host)}</strong>,` : '';
}

/** Every parameter again, so that the answer is about exactly what was shown. */
function hiddenInputs(form: Form): string {
  const single = form.names.filter((name) => name !== 'decision').map((name) => [name, form.read(name)] as const);
  const resources = form.resources.map((resource) => ['resource', resource] as const);
  return [...single, ...resources]
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
}

/** The one page of the authorization-code flow: who asks, for what, where the answer goes, and two buttons. */
export function consentPage(about: {
  publication: Pick<Publication, 'name' | 'language'>;
  returnAddress: ReturnAddress;
  details: AuthorizationDetails;
  form: Form;
  action: string;
}): Answer {
  const { publication, returnAddress, details, form, action } = about;
  const site = escapeHtml(publication.name);
  const client = escapeHtml(returnAddress.client.name ?? returnAddress.client.id);
  const scopeItems = details.scopes.map(
    (scope) => `<li>${escapeHtml(scopeSentences[scope])} <code>${scope}</code></li>`,
  );
  const resourceItems = details.resources.map((resource) => `<li><code>${escapeHtml(resource)}</code></li>`);
  const main = `<h1>Let ${client} read ${site}?</h1>
<p>An application that calls itself <strong>${client}</strong>${describeOrigin(returnAddress.client.id)} asks to:</p>
<ul>
${scopeItems.join('\n')}
</ul>
<p>It may do so at:</p>
<ul>
${resourceItems.join('\n')}
</ul>
<p>Your answer goes to <strong>${escapeHtml(describeTarget(returnAddress.redirectUri))}</strong>. ${site} has not checked who runs it. This is a demo: nothing is billed, and no account is needed.</p>
<form method="post" action="${escapeHtml(action)}">
${hiddenInputs(form)}
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny">Deny</button>
</form>`;
  return htmlPage({ title: `Allow access · ${publication.name}`, language: publication.language, main });
}

/** What a person sees when the application that sent them here made a mistake that must not be redirected. */
export function refusalPage(about: {
  publication: Pick<Publication, 'name' | 'language'>;
  description: string;
}): Answer {
  const { publication, description } = about;
  const main = `<h1>This request cannot be answered</h1>
<p>${escapeHtml(description)}</p>
<p>Nothing was allowed. Go back to the application and try again, or tell its makers.</p>`;
  return htmlPage({ title: `Not possible · ${publication.name}`, language: publication.language, main, status: 400 });
}
