import type { Services } from '../../core/services.ts';
import { urls } from '../../layouts/site.ts';
import type { FeedSource } from '../../protocols/feeds/source.ts';
import { publication } from '../../publication/publication.ts';

/** What feeds and listings are made from at the moment of a request. */
export function feedSource(services: Services): FeedSource {
  return { publication, urls, articles: services.catalogue.list() };
}
