import { escapeHtml } from '../library/markup.ts';

/**
 * A whole page that stands alone: it loads nothing but its own style sheet, and no search engine keeps it.
 * @param about.title plain text
 * @param about.main HTML, already escaped
 */
export function writePlainPage({ title, language, main }: { title: string; language: string; main: string }): string {
  return `<!doctype html>
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
}
