import type { Services } from '../../core/services.ts';
import { toWireArticle } from '../wire.ts';
import { createGate } from './article-gate.ts';
import { getArticle, getPricing, searchArticles } from './article-tool-list.ts';
import type { Tool } from './surface.ts';
import { implementTool } from './tool.ts';

/** The tools of /mcp (specification section 4 rule 6). */
export function createArticleTools(services: Services): Tool[] {
  const { urls, catalogue, library } = services;
  const enter = createGate(services);

  return [
    implementTool(searchArticles, async ({ query, limit = 10, tier }, { caller }) => {
      const isSubscriber = caller.kind === 'subscriber' && caller.scopes.includes('articles:read');
      const engine = isSubscriber ? services.search.sold : services.search.open;
      const hits = engine.search({ text: query, limit, tier, isVisible: (slug) => catalogue.isVisible(slug) });
      const results = hits.flatMap(({ slug, sectionId, heading, snippet, score }) => {
        const article = catalogue.find(slug);
        if (!article) return [];
        const { title, description, date, retracted } = article;
        const url = urls.article(slug);
        const passage = { heading: heading || title, url: sectionId ? `${url}#${sectionId}` : url, snippet };
        const found = { slug, title, description, tier: article.tier, date, url, score, passage };
        return [retracted ? { ...found, retracted: retracted.reason } : found];
      });
      return { structured: { results } };
    }),

    implementTool(getArticle, async ({ slug, section }, asker) => {
      const { opened, meta } = await enter({ slug, section }, asker);
      const structured = toWireArticle(opened, urls);
      return meta ? { structured, meta } : { structured };
    }),

    implementTool(getPricing, async () => ({ structured: { tiers: library.tiers } })),
  ];
}
