import { createHash } from 'node:crypto';

export function entityTag(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

/** RFC 9110 section 13.1.2: does If-None-Match name this tag? Weak comparison, `*` matches anything. */
export function isNotModified(ifNoneMatch: string | null | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

/**
 * Gives a public 200 its strong ETag and answers 304 when the client has it already.
 * Everything else passes untouched: a tag on a private body would be an oracle about it.
 */
export async function withEntityTag(request: Request, response: Response): Promise<Response> {
  const isPublic = response.headers.get('cache-control')?.startsWith('public') ?? false;
  if (response.status !== 200 || !isPublic || (request.method !== 'GET' && request.method !== 'HEAD')) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { headers } = response;
  const tag = entityTag(bytes);
  headers.set('etag', tag);
  if (!isNotModified(request.headers.get('if-none-match'), tag)) {
    headers.set('content-length', String(bytes.byteLength));
    return new Response(bytes, { status: 200, headers });
  }
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}
