import { describePayment, type Mirror, withFragment } from '../../contract/urls.ts';
import { readArticleUrl } from '../../core/article-url.ts';
import { chooseIndex, findForeignLanguage, findOffer } from '../../core/question-answering.ts';
import type { Services } from '../../core/services.ts';
import type { Confidence, SearchHit } from '../../search/engine.ts';
import { toArticleFilter } from '../article-filters.ts';
import { describePrices } from '../purchase-terms.ts';
import { toWireArticle, toWireOutlined } from '../wire.ts';
import { nameEarlier, writeArticleText, writeOutlineText } from './article-text.ts';
import { defaultLimit, getArticle, getPricing, searchArticles } from './article-tool-list.ts';
import type { Tool } from './feature-types.ts';
import { createPaywall, nameOpened } from './mcp-paywall.ts';
import { implementTool } from './tool.ts';

/** The tools of /mcp (specification section 4 rule 6). */
export function createArticleTools(services: Services): Tool[] {
  const { urls, catalogue, library, publication } = services;
  const { enter } = createPaywall(services);

  function describeHit(
    { slug, sectionId, heading, snippet, score, isDescription }: SearchHit,
    { index, mirror }: { index: ReturnType<typeof chooseIndex>; mirror: Mirror },
  ) {
    const article = catalogue.find(slug);
    if (!article) return [];
    const { title, description, tier, date, retracted } = article;
    const url = urls.article(slug);
    const passage = { heading: heading || title, url: withFragment(url, sectionId), snippet };
    const section = sectionId ?? undefined;
    const offer = findOffer(services, { article, sectionId, isDescription }, index);
    const found = { slug, section, title, description, tier, date, url, score, passage };
    return [
      {
        ...found,
        ...(offer && { payment: describePayment(urls, offer, mirror) }),
        ...(retracted && { retracted: retracted.reason }),
      },
    ];
  }

  return [
    implementTool(searchArticles, async (args, { caller, mirror, clientAddress }) => {
      const { query, limit = defaultLimit, offset = 0, ...filters } = args;
      const index = chooseIndex(caller);
      let confidence: Confidence = 'none';
      return {
        isSearched: true,
        question: { text: query, confidence: () => confidence },
        key: JSON.stringify([index, mirror, query, limit, offset, filters]),
        async structured() {
          const hits = await services.search[index].search({
            text: query,
            limit: offset + limit,
            filters: [toArticleFilter(filters)],
            clientAddress,
          });
          confidence = hits[0]?.confidence ?? 'none';
          const results = hits.slice(offset).flatMap((hit) => describeHit(hit, { index, mirror }));
          const language = catalogue.find(results[0]?.slug ?? '')?.language ?? publication.language;
          const foreign = findForeignLanguage(query, language);
          return { confidence, ...(foreign && { question_language: foreign }), results };
        },
      };
    }),

    implementTool(getArticle, async (args, context) => {
      const named = readArticleUrl(urls, args.slug);
      const slug = catalogue.presentSlug(named.slug);
      const article = catalogue.find(slug);
      const isSection = article?.outline.some(({ id }) => id === named.section);
      const section = args.section?.replace(/^#/, '') ?? (isSection ? named.section : undefined);
      const { detail = section === undefined ? 'full' : 'concise' } = args;
      if (detail === 'outline') {
        const outlined = article ?? (await enter({ slug }, context)).opened.article;
        return {
          key: JSON.stringify([slug, detail]),
          structured: () => toWireOutlined(outlined, urls),
          text: () => writeOutlineText(outlined, urls),
        };
      }
      const { opened, meta } = await enter({ slug, section, version: args.version ?? named.version }, context);
      return {
        // Paid results are cached too, and found only after the access check above.
        key: nameOpened(opened, services.now(), [section, detail]),
        structured: () => toWireArticle(opened, services, detail),
        text: () => {
          const wire = toWireArticle(opened, services, detail);
          return writeArticleText(opened.article, {
            text: wire.markdown ?? '',
            section: opened.section,
            urls,
            standing: wire,
            earlier: nameEarlier(opened, catalogue),
          });
        },
        ...(meta && { meta }),
      };
    }),

    implementTool(getPricing, async () => ({ key: '', structured: () => describePrices(library) })),
  ];
}
