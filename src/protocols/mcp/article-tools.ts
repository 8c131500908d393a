import type { PublicArticle } from '../../content/library/library.ts';
import type { Services } from '../../core/services.ts';
import type { SearchHit } from '../../search/engine.ts';
import { toWireArticle } from '../wire.ts';
import { createGate } from './article-gate.ts';
import { getArticle, getPricing, searchArticles } from './article-tool-list.ts';
import type { Tool } from './surface.ts';
import { implementTool } from './tool.ts';

/** The tools of /mcp (specification section 4 rule 6). */
export function createArticleTools(services: Services): Tool[] {
  const { urls, catalogue, library } = services;
  const enter = createGate(services);

  function describeHit({ slug, sectionId, heading, snippet, score }: SearchHit) {
    const article = catalogue.find(slug);
    if (!article) return [];
    const { title, description, tier, date, retracted } = article;
    const url = urls.article(slug);
    const passage = { heading: heading || title, url: sectionId ? `${url}#${sectionId}` : url, snippet };
    const found = { slug, title, description, tier, date, url, score, passage };
    return [retracted ? { ...found, retracted: retracted.reason } : found];
  }

  return [
    implementTool(searchArticles, async (args, { caller }) => {
      const { query, limit = 10, offset = 0, tier, tag, updated_since } = args;
      const since = updated_since && new Date(updated_since).toISOString().slice(0, 10);
      const isSubscriber = caller.kind === 'subscriber' && caller.scopes.includes('articles:read');
      const engine = isSubscriber ? 'sold' : 'open';
      return {
        key: JSON.stringify([engine, query, limit, offset, tier, tag, since]),
        structured() {
          const isVisible = (slug: string) => isRecent(catalogue.find(slug), since);
          const hits = services.search[engine].search({ text: query, limit: offset + limit, tier, tag, isVisible });
          return { results: hits.slice(offset).flatMap(describeHit) };
        },
      };
    }),

    implementTool(getArticle, async ({ slug, section }, asker) => {
      const { opened, meta } = await enter({ slug, section }, asker);
      return {
        // What was sold is kept too, and found again only past the gate above.
        key: JSON.stringify([slug, opened.level, section]),
        structured: () => toWireArticle(opened, urls),
        ...(meta && { meta }),
      };
    }),

    implementTool(getPricing, async () => ({ key: '', structured: () => ({ tiers: library.tiers }) })),
  ];
}

/** Articles change by the day: a date-time asks for all of its day, as the list of the API does. */
function isRecent(article: PublicArticle | undefined, since: string | undefined): boolean {
  return article !== undefined && (since === undefined || (article.updated ?? article.date) >= since);
}
