/**
 * What a person's browser does with the consent page, in a few lines: read the form, press a button, see where it
 * leads.
 */
export async function decide(authorizationUrl: URL | string, decision: 'allow' | 'deny'): Promise<URL> {
  const page = await fetch(authorizationUrl, { headers: { accept: 'text/html' }, redirect: 'manual' });
  const html = await page.text();
  if (page.status !== 200) throw new Error(`No consent page: ${page.status} ${html}`);
  const action = readAttribute(/<form[^>]*>/.exec(html)?.[0] ?? '', 'action');
  const fields = [...html.matchAll(/<input type="hidden"[^>]*>/g)].map(([input]) => [
    readAttribute(input, 'name'),
    readAttribute(input, 'value'),
  ]);
  const body = new URLSearchParams([...fields, ['decision', decision]]);
  const headers = { 'sec-fetch-site': 'same-origin', accept: 'text/html' };
  const answer = await fetch(action, { method: 'POST', body, headers, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (answer.status !== 303 || !location) throw new Error(`No redirect: ${answer.status} ${await answer.text()}`);
  return new URL(location);
}

function readAttribute(tag: string, name: string): string {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return value
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
