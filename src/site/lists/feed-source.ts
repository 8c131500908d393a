import type { Services } from '../../core/services.ts';
import { publication } from '../../library/current-publication.ts';
import type { FeedSource } from '../../protocols/feeds/feed-entries.ts';
import { urls } from '../page-context.ts';

/** The data for feeds and lists at the time of a request. */
export function feedSource(services: Services): FeedSource {
  return { publication, urls, articles: services.catalogue.list() };
}
