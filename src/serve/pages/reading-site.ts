import type { Admit, Spend } from '../api/admission.ts';
import { createFixedHeaders } from '../fixed-headers.ts';
import type { EncodeOnDemand } from '../on-demand.ts';
import type { PrebuiltResponses } from '../response-cache.ts';
import { createCountedPages } from './counted-pages.ts';
import { createErrorPages } from './error-pages.ts';
import { createPageHandler, type PageHandler, type PageHandlerOptions } from './page-handler.ts';
import { createPageResponses } from './page-responses.ts';

export interface SiteOptions
  extends Pick<PageHandlerOptions, 'services' | 'cache' | 'prebuilt' | 'figureReleases' | 'render'> {
  limits: { admit: Admit; spend: Spend };
  encode: EncodeOnDemand;
}

export function createReadingSite(about: SiteOptions): PageHandler {
  const { services, prebuilt, encode } = about;
  const { urls, publication } = services;
  const fixed = createFixedHeaders(urls.base);
  let notFound: ReturnType<PrebuiltResponses['read']> | undefined;
  // Scanners request it more often than any page.
  const notFoundPage = () => (notFound ??= prebuilt.read('/404').catch(() => undefined));
  const errorEntry = createErrorPages({ urls, language: publication.language, fixed, notFoundPage });
  const responses = createPageResponses({ services, fixed, errorEntry, encode });
  const parts = { ...about, fixed, responses, errorEntry };
  return createPageHandler({ ...parts, counted: createCountedPages(parts) });
}
