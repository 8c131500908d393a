import { withFragment } from '../../contract/urls.ts';
import type { GrantedAccess } from '../../core/access/access-decision.ts';
import { readArticleUrl } from '../../core/article-url.ts';
import { createSelectors } from '../../core/evidence/selectors.ts';
import { verifyQuote as findQuote } from '../../core/evidence/verify-quote.ts';
import { chooseIndex, findArticles } from '../../core/question-answering.ts';
import type { Services } from '../../core/services.ts';
import { determineStanding } from '../../core/standing.ts';
import type { PublicArticle } from '../../library/library.ts';
import { readArticlePrice } from '../../library/price.ts';
import { toWireArticle } from '../wire.ts';
import { toWireQuote } from '../wire-quote.ts';
import { toWireStanding } from '../wire-record.ts';
import { nameEarlier, writeArticleText, writeOutlineText } from './article-text.ts';
import { type CitationSource, citeInMeta } from './citations.ts';
import { fetchArticle, search, verifyQuote } from './connector-tool-list.ts';
import type { Tool } from './feature-types.ts';
import type { McpContext } from './mcp-context.ts';
import { createPaywall, nameOpened } from './mcp-paywall.ts';
import { implementTool } from './tool.ts';

const maxResults = 10;

/**
 * The tools of /mcp/connector: the search, the reading and the checking of the other entrances, under the names that
 * chat clients know.
 */
export function createConnectorTools(services: Services): Tool[] {
  const { urls, catalogue } = services;
  const { decide } = createPaywall(services);

  return [
    implementTool(search, async ({ query }, { caller, clientAddress }) => {
      const index = services.search[chooseIndex(caller)];
      let found: Awaited<ReturnType<typeof findArticles>> = [];
      return {
        isSearched: true,
        question: { text: query, confidence: () => found[0]?.hit.confidence ?? 'none' },
        async structured() {
          found = await findArticles({ index, catalogue }, { text: query, limit: maxResults, clientAddress });
          return {
            results: found.map(({ article: { slug, title, retracted }, hit }) => ({
              id: slug,
              title: retracted ? `RETRACTED: ${title}` : title,
              url: withFragment(urls.article(slug), hit.sectionId),
            })),
          };
        },
        meta: () =>
          citeInMeta(
            found.map(({ article, hit }) => ({ article, sectionId: hit.sectionId })),
            services,
          ),
      };
    }),

    implementTool(fetchArticle, async ({ id }, context) => {
      const { slug: name, section, version } = readArticleUrl(urls, id);
      const slug = catalogue.presentSlug(name);
      const decision = await decide({ slug, section, version }, context);
      if (decision.opened) {
        const { opened, meta } = decision;
        return {
          key: nameOpened(opened, services.now(), [section]),
          structured: () => describeOpened(opened, services),
          meta: { ...citeInMeta([citeOpened(opened)], services), ...meta },
        };
      }
      const article = decision.isUnpaid ? catalogue.find(slug) : undefined;
      if (!article) throw decision.createError();
      return {
        key: JSON.stringify([slug, context.mirror]),
        structured: () => describePreview(article, context, services),
        meta: citeInMeta([{ article }], services),
      };
    }),

    implementTool(verifyQuote, async ({ id, ...claim }, { caller, spend, note }) => {
      await spend(0); // A turn before the work, as the REST operation takes it.
      const named = id === undefined ? {} : readArticleUrl(urls, id);
      const found = await findQuote(services, { ...named, ...claim }, caller);
      const quote = toWireQuote(found, urls);
      if (!found) return { structured: () => quote };
      note({ kind: 'quote', slug: found.article.slug, status: found.status });
      const { article, version, contentDigest, section: { id: sectionId } = {} } = found;
      const selectors = createSelectors(found);
      const cited = { article, versionName: version.name, contentDigest, sectionId, source: quote.url, selectors };
      return { structured: () => quote, meta: citeInMeta([cited], services) };
    }),
  ];
}

function citeOpened({ article, version, section, contentDigest }: GrantedAccess): CitationSource {
  return { article, versionName: version.name, sectionId: section?.id, contentDigest };
}

function describeOpened(opened: GrantedAccess, services: Services) {
  const { article, section } = opened;
  const { urls, catalogue } = services;
  const wire = toWireArticle(opened, services, 'concise');
  const earlier = nameEarlier(opened, catalogue);
  const url = earlier === undefined ? urls.article(article.slug) : urls.version(article.slug, earlier);
  return {
    id: section ? `${article.slug}#${section.id}` : article.slug,
    title: article.title,
    text: writeArticleText(article, { text: wire.markdown ?? '', section, urls, standing: wire, earlier }),
    url: withFragment(url, section?.id ?? null),
    metadata: { ...describeRecord(article, services, wire), access: 'full' },
  };
}

/** What is public of a paid article, and how a person or a program reads the rest. */
function describePreview(article: PublicArticle, { mirror }: McpContext, services: Services) {
  const { urls, library } = services;
  const { price, currency } = readArticlePrice(library.tiers, article);
  const page = urls.article(article.slug);
  const howToBuy = [
    `This is the public preview. The whole article costs ${price} ${currency} in test money: nothing is billed.`,
    `A person reads it at ${page}.`,
    `A program sends POST ${urls.subscribe(mirror)} without a body and connects to this server again with "Authorization: Bearer <api_key>", or pays by x402 at ${urls.apiArticle(article.slug, mirror)}.`,
  ].join(' ');
  return {
    id: article.slug,
    title: article.title,
    text: `${writeOutlineText(article, urls)}\n\n${howToBuy}`,
    url: page,
    metadata: {
      ...describeRecord(article, services),
      access: 'preview',
      price: `${price} ${currency}`,
      how_to_buy: howToBuy,
    },
  };
}

/** The public record in strings, which is all that some chat clients accept as metadata. */
function describeRecord(
  article: PublicArticle,
  { urls }: Pick<Services, 'urls'>,
  standing: Partial<ReturnType<typeof toWireStanding>> = toWireStanding(determineStanding(article), urls),
): Record<string, string> {
  const { authors, date, updated, version, license, citation, tier } = article;
  const members = Object.entries({
    authors: authors.map(({ name }) => name).join(', '),
    date,
    updated,
    version,
    tier,
    license: license.name,
    citation: citation.apa,
    standing: standing.standing,
    standing_since: standing.standing_since,
    standing_reason: standing.standing_reason,
    cite_instead: standing.cite_instead,
  });
  return Object.fromEntries(members.flatMap(([name, value]) => (value ? [[name, value]] : [])));
}
