import { escapeHtml } from '../../core/markup.ts';
import type { Answer } from '../answer.ts';

/** A page that runs nothing and cannot be framed. `form-action` is left open: the form ends in a redirect to the client. */
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * @param about.title plain text
 * @param about.main HTML, already escaped
 */
export function htmlPage(about: { title: string; language: string; main: string; status?: number }): Answer {
  const { title, language, main, status = 200 } = about;
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/consent.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'x-frame-options': 'DENY',
      // A client may have opened this page in a popup, and listens through it for the answer.
      'cross-origin-opener-policy': 'unsafe-none',
    },
    body: html,
  };
}
