import type { AstroCookies } from 'astro';

/** The reader's demo key. Only pages read it: the API reads `Authorization` alone. */
const keyCookie = 'reader_key';
/** Set for one page view after unlocking, so that the key is shown once, where reading continues. */
const freshCookie = 'reader_fresh';

const yearSeconds = 365 * 24 * 60 * 60;

/** The part of Astro's cookies that reads one. */
export interface ReadableCookies {
  get(name: string): { value: string } | undefined;
}

/** Reads a `Cookie` header (RFC 6265 section 5.4), where Astro has not chosen a page yet. */
export function readCookies(header: string): ReadableCookies {
  const pairs = header.split(';').map((pair) => pair.trim());
  return {
    get(name) {
      const found = pairs.find((pair) => pair.startsWith(`${name}=`));
      return found === undefined ? undefined : { value: found.slice(name.length + 1) };
    },
  };
}

export function findReaderKey(cookies: ReadableCookies): string | undefined {
  return cookies.get(keyCookie)?.value;
}

/**
 * Stores a key in the reader's cookie.
 * @param about.newAt the key was just created: the next page shows it, once, at the element with this id
 */
export function setReaderKey(cookies: AstroCookies, key: string, about: { base: string; newAt?: string }): void {
  const { base, newAt } = about;
  const shared = { path: '/', httpOnly: true, sameSite: 'lax', secure: base.startsWith('https:') } as const;
  cookies.set(keyCookie, key, { ...shared, maxAge: yearSeconds });
  if (newAt !== undefined) cookies.set(freshCookie, newAt, { ...shared, maxAge: 60 });
}

/** Returns the id at which a new key is shown for the first page view after unlocking, and undefined afterwards. */
export function consumeNewKeyPlace(cookies: AstroCookies): string | undefined {
  const place = cookies.get(freshCookie)?.value;
  if (place !== undefined) cookies.delete(freshCookie, { path: '/' });
  return place;
}

export function clearReader(cookies: AstroCookies): void {
  cookies.delete(keyCookie, { path: '/' });
  cookies.delete(freshCookie, { path: '/' });
}
