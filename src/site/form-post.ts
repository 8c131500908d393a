/**
 * Did one of our own pages send this form? Browsers name the sender in Sec-Fetch-Site (W3C Fetch Metadata), older ones
 * and plain-http sites in Origin. A request with neither is rejected, because it may be forged.
 * @param base configured base URL of the site, without a trailing slash
 */
export function isOwnForm(request: Request, base: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return request.headers.get('origin') === new URL(base).origin;
}

const formLimitBytes = 4_096;

/** The fields of a urlencoded form; undefined when it is something else, or larger than `limitBytes`. */
export async function readPostedForm(
  request: Request,
  limitBytes = formLimitBytes,
): Promise<URLSearchParams | undefined> {
  const isForm = request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false;
  const length = Number(request.headers.get('content-length') ?? Number.NaN);
  if (!isForm || !(length <= limitBytes)) return undefined;
  return new URLSearchParams(await request.text());
}
