import type { AstroGlobal } from 'astro';
import { readLibrary } from './library-access.ts';

/** Names of the pages that the publication and the software have, for a page made now or at the build. */
export function listPages({
  isPrerendered,
  locals,
}: Pick<AstroGlobal, 'isPrerendered' | 'locals'>): ReadonlySet<string> {
  const { pages } = isPrerendered ? readLibrary() : locals.services.library;
  return new Set(pages.map(({ name }) => name));
}
