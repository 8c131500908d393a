/** A place that names an address, and the media type it claims for it. */
export interface Named {
  address: string;
  /** Where it is named. */
  by: string;
  /** Without parameters; undefined where nothing is claimed. */
  type?: string | undefined;
}

interface Text {
  url: string;
  type: string;
  text: string;
  /** The text of a page, parsed. */
  document?: Document | undefined;
}

/** Every address of this site that an answer names, wherever it stands: markup, headers, JSON, markdown, plain text. */
export function findAddresses(answer: Text & { link: string | null }, origin: string): Named[] {
  const { url, link } = answer;
  const found = [...fromLinkHeader(link, url), ...fromBody(answer, origin)];
  return found.filter(({ address }) => new URL(address).origin === origin);
}

function fromBody({ url, type, text, document }: Text, origin: string): Named[] {
  if (document) return fromHtml(document, url);
  if (type === 'application/x-ndjson') {
    const rows = text.split('\n').filter(Boolean);
    return rows.flatMap((row) => fromJson(JSON.parse(row), url, origin));
  }
  if (type.includes('json')) return fromJson(JSON.parse(text), url, origin);
  return fromText(text, url, origin);
}

/** RFC 8288: `<address>; rel="..."; type="..."`. */
function fromLinkHeader(header: string | null, by: string): Named[] {
  return [...(header ?? '').matchAll(/<([^>]*)>((?:\s*;\s*[^,;"=]+(?:=(?:"[^"]*"|[^,;"]*))?)*)/g)].map(
    ([, target = '', rest = '']) => ({
      address: new URL(target, by).href,
      by: `Link of ${by}`,
      type: contentTypeOf(/;\s*type="?([^";]+)/.exec(rest)?.[1]),
    }),
  );
}

function fromHtml(document: Document, url: string): Named[] {
  const named: Named[] = [];
  const add = (value: string | null, type?: string | null) => {
    if (value === null || !URL.canParse(value, url)) return;
    named.push({ address: new URL(value, url).href, by: url, type: contentTypeOf(type) });
  };
  for (const element of document.querySelectorAll('[href]')) {
    // Another size of a font or a script says what it is by other means.
    add(element.getAttribute('href'), element.getAttribute('type'));
  }
  for (const element of document.querySelectorAll('[src]')) add(element.getAttribute('src'));
  for (const meta of document.querySelectorAll(
    'meta[property="og:image"], meta[property="og:url"], meta[name^="citation_"]',
  )) {
    const value = meta.getAttribute('content') ?? '';
    if (/^https?:/.test(value)) add(value);
  }
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    named.push(...fromJson(JSON.parse(script.textContent ?? 'null'), url, new URL(url).origin));
  }
  return named;
}

/**
 * Every text that is an address; where an object has both `href`, `url` or `contentUrl` and a type, the type is claimed
 * for it.
 */
function fromJson(value: unknown, by: string, origin: string): Named[] {
  if (typeof value === 'string') return fromText(value, by, origin);
  if (Array.isArray(value)) return value.flatMap((item) => fromJson(item, by, origin));
  if (typeof value !== 'object' || value === null) return [];
  const claim = mediaType(
    Reflect.get(value, 'type') ??
      Reflect.get(value, 'mimeType') ??
      Reflect.get(value, 'mime_type') ??
      Reflect.get(value, 'encodingFormat'),
  );
  return Object.entries(value).flatMap(([name, member]) => {
    const isAddress = ['href', 'url', 'uri', 'contentUrl'].includes(name) && typeof member === 'string';
    const found = fromJson(member, by, origin);
    return isAddress && claim ? found.map((each) => ({ ...each, type: claim })) : found;
  });
}

/** What begins like an address of ours and is no pattern: `{slug}` and `...` stand for something. */
function fromText(text: string, by: string, origin: string): Named[] {
  const pattern = new RegExp(`${origin.replaceAll('.', '\\.')}[^\\s<>"'\`)\\]\\\\]*`, 'g');
  // The text of a feed entry is markup that was escaped once more.
  const plain = text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  return [...plain.matchAll(pattern)].flatMap(([match]) => {
    const address = match.replace(/[.,:;*]+$/, '');
    return /[{}$|]|\.\.\.|%7B|<|search_term/.test(match) || !URL.canParse(address)
      ? []
      : [{ address: new URL(address).href, by }];
  });
}

function mediaType(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z]+\/[\w.+-]+/.test(value) ? contentTypeOf(value) : undefined;
}

function contentTypeOf(value: string | null | undefined): string | undefined {
  return value ? value.split(';', 1)[0]?.trim().toLowerCase() : undefined;
}
