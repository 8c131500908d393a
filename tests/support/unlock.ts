/** Presses the button of a paid article as a browser does that shows its page: what comes back, before any redirect. */
export function pressUnlock(address: string, slug: string): Promise<Response> {
  return fetch(`${address}/unlock`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ slug }),
  });
}
