import type { HttpResponse } from '../http.ts';
import { writePlainPage } from '../plain-page.ts';

/**
 * A page that runs nothing and cannot be framed. `form-action` is left open: the form ends in a redirect to the client.
 */
const policy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * @param about.title plain text
 * @param about.main HTML, already escaped
 */
export function htmlPage(about: { title: string; language: string; main: string; status?: number }): HttpResponse {
  const { status = 200, ...page } = about;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
      // A client may have opened this page in a popup and listen through it for the response.
      'cross-origin-opener-policy': 'unsafe-none',
    },
    body: writePlainPage(page),
  };
}
