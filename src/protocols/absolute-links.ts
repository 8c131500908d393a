import { outsideCode } from './outside-code.ts';

/**
 * HTML whose root-relative and fragment links would break in a feed reader, made absolute against the page they come
 * from.
 */
export function absolutizeHtml(html: string, pageUrl: string): string {
  return html.replace(/(\s(?:href|src)=")([^"]*)"/g, (whole, attribute: string, link: string) =>
    isRelative(link) ? `${attribute}${resolve(link, pageUrl)}"` : whole,
  );
}

/** Markdown whose relative link targets are made absolute; code spans and fenced code are left as they are. */
export function absolutizeMarkdown(markdown: string, pageUrl: string): string {
  return markdown.replace(codeOrLink, (whole, code: string | undefined, open: string, link: string) =>
    code === undefined && isRelative(link) ? `${open}${resolve(link, pageUrl)}` : whole,
  );
}

// Groups 2 and 3: `](` with the target, or a definition `[name]: target`.
const codeOrLink = outsideCode(/(\]\(\s*<?|^\[(?!\^)[^\]\n]+\]:\s+<?)([^\s()<>]+)/);

function isRelative(link: string): boolean {
  return !/^[a-z][a-z0-9+.-]*:/i.test(link) && !link.startsWith('//');
}

function resolve(link: string, pageUrl: string): string {
  return URL.canParse(link, pageUrl) ? new URL(link, pageUrl).href : link;
}
