import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Asked } from '../asked.ts';
import type { Reply } from '../choose.ts';
import { encode, formsOf, tagOf } from '../forms.ts';
import { type createFixedHeaders, kindOf, pairsOf } from '../headers.ts';
import type { RenderedPage } from './astro.ts';
import type { createPageRefusals } from './refusals.ts';

const ofTheForm = new Set(['content-type', 'content-length']);

/** What a page is sent as. */
export function createPageReplies(about: {
  services: Pick<Services, 'log'>;
  fixed: ReturnType<typeof createFixedHeaders>;
  refuse: ReturnType<typeof createPageRefusals>;
}) {
  const { services, fixed, refuse } = about;

  return {
    /** For everybody: tagged, and compressed where that pays. */
    async inAllForms(bytes: Uint8Array, type: string): Promise<Reply> {
      const coded = await encode(bytes, { type, quality: 5 });
      return { status: 200, headers: fixed(kindOf(type), {}), content: formsOf(coded, { type, tag: tagOf(bytes) }) };
    },

    /** A page for one reader, or one that failed, as it was rendered. */
    async ofRendered(page: RenderedPage | undefined, asked: Asked): Promise<Reply> {
      if (!page) return refuse(new ServiceError('not_found'), asked);
      const pairs = pairsOf(page.headers);
      const said: Record<string, string> = Object.fromEntries(pairs);
      const flat = pairs.filter(([name]) => !ofTheForm.has(name)).flat();
      // Astro says 500 of a page that failed; another status is what the page says of the service, as 503.
      if (page.status === 500) {
        services.log.error({ requestId: asked.requestId, status: page.status }, 'page failed');
        return refuse(new ServiceError('internal_error'), asked);
      }
      const isEmpty = page.body.byteLength === 0;
      if (page.status === 404 || (page.status >= 400 && isEmpty)) {
        const { 'cache-control': cacheControl = 'no-store', vary = 'Accept' } = said;
        return refuse(new ServiceError('not_found'), asked, { 'cache-control': cacheControl, vary });
      }
      if (!('cache-control' in said)) flat.push('cache-control', 'no-store');
      // For this one reader: not read across origins, whatever its form.
      const headers = [...fixed('page', said), ...flat];
      const content = isEmpty ? undefined : formsOf({ identity: page.body }, { type: typeOf(page) });
      return { status: page.status, headers, content };
    },
  };
}

/** Astro says text/html without its charset. */
export function typeOf({ headers }: RenderedPage): string {
  const type = headers[headers.indexOf('content-type') + 1] ?? 'text/html';
  return type === 'text/html' ? 'text/html; charset=utf-8' : type;
}
