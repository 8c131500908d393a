import type { APIContext } from 'astro';
import { identifyReader } from '../../answers/pages/reader-access.ts';
import { openFigure } from '../../core/access/access.ts';
import type { Caller } from '../../core/access/caller.ts';

/** Who asks decides even that there is nothing. */
export const unshared = { 'cache-control': 'private, no-store', vary: 'Authorization, Cookie' };

/** Who asks for a file: by a key in the Authorization header or, without one there, by the reader's cookie. */
export async function identifyAsker({ request, cookies, locals }: APIContext, path: string): Promise<Caller> {
  const { services } = locals;
  const caller = await services.identify(request.headers.get('authorization'), services.urls.at(path));
  // A site behind a password gets it as `Basic` with every request.
  return caller.kind === 'anonymous' ? identifyReader({ services, cookies, path }) : caller;
}

/** A file of a paid part for a caller who may read that part; 404 for everybody else, and where there is none. */
export async function answerSoldFile(
  { locals: { services } }: APIContext,
  about: { path: string; caller: Caller; headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  const file = await openFigure(services, about.path, about.caller);
  if (!file) return new Response(null, { status: 404, headers: unshared });
  const headers = { 'content-type': file.mimeType, ...about.headers, ...unshared };
  return new Response(new Uint8Array(file.bytes), { headers });
}
