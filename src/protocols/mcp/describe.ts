import { apiVersion } from '../../contract/operation.ts';
import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication-settings.ts';
import { articlePrompts } from './article-prompts.ts';
import { describeArticleTemplates } from './article-resources.ts';
import { getArticle, getPricing, searchArticles } from './article-tool-list.ts';
import { fetchArticle, search, verifyQuote } from './connector-tool-list.ts';
import { docPrompts } from './doc-prompts.ts';
import { describeDocTemplates } from './doc-resources.ts';
import { readDoc, searchDocs } from './doc-tool-list.ts';
import type { ServerDescription } from './feature-types.ts';

export type ServerName = 'product' | 'docs' | 'connector';

/** Describes a tool server. `initialize`, its lists and its card all use this, so they cannot disagree. */
export function describeServer(which: ServerName, urls: Urls, publication: Publication): ServerDescription {
  switch (which) {
    case 'product':
      return {
        name: `${reverseHost(urls)}/articles`,
        title: publication.name,
        version: apiVersion,
        description: `Search, read and cite the research articles of ${publication.name}.`.slice(0, 100),
        instructions: [
          publication.description,
          'Begin with search_articles: ask in plain words and take the slug of what fits. get_article returns a whole article; quote it by title and url. get_pricing says what is free and what the rest costs.',
          `Without a credential every free article can be read. A paid one returns error 402 with its preview and the ways to pay: a demo key from ${urls.subscribe('live')} (free of charge) sent as Bearer credential, or one x402 test payment in _meta["x402/payment"].`,
          `How to call the API is on the documentation server at ${urls.mcpDocs}.`,
        ].join('\n\n'),
        endpoint: urls.mcp,
        tools: [searchArticles, getArticle, getPricing],
        templates: describeArticleTemplates(urls),
        isWatchable: true,
        prompts: articlePrompts,
      };
    case 'docs':
      return {
        name: `${reverseHost(urls)}/docs`,
        title: `${publication.name} documentation`,
        version: apiVersion,
        description: `Search and read how to use the API of ${publication.name}.`.slice(0, 100),
        instructions: [
          `The documentation of ${publication.name}. Use search_docs for a question or an error code and read_doc for a whole document; /developers.md is the whole API and /auth.md how to get a credential.`,
          `No credential is needed here. The articles themselves are on the product server at ${urls.mcp}.`,
        ].join('\n\n'),
        endpoint: urls.mcpDocs,
        tools: [searchDocs, readDoc],
        templates: describeDocTemplates(urls),
        isWatchable: false,
        prompts: docPrompts,
      };
    case 'connector':
      return {
        name: `${reverseHost(urls)}/connector`,
        title: publication.name,
        version: apiVersion,
        description: `Search, fetch and quote the research articles of ${publication.name}.`.slice(0, 100),
        instructions: [
          publication.description,
          'Begin with search, read what fits with fetch by its id, and check every quotation with verify_quote before you use it. Cite by title and url.',
          `Of a paid article fetch returns the preview and how to read the rest: with a demo key from ${urls.subscribe('live')} (free of charge) as Bearer credential it returns the whole text.`,
        ].join('\n\n'),
        endpoint: urls.mcpConnector,
        tools: [search, fetchArticle, verifyQuote],
        templates: describeArticleTemplates(urls),
        isWatchable: true,
        prompts: [],
      };
  }
}

/** The site's own mark, for hosts that show one. */
export function describeIcons(urls: Urls) {
  return [{ src: urls.at('/icon.svg'), mimeType: 'image/svg+xml', sizes: ['any'] }];
}

/** `https://api.quire.example` is `example.quire.api`; what a card's name may not hold becomes a hyphen. */
function reverseHost(urls: Urls): string {
  const { hostname } = new URL(urls.base);
  const isAddress = /^[\d.]+$/.test(hostname);
  const name = isAddress ? hostname : hostname.split('.').reverse().join('.');
  return name.replace(/[^a-zA-Z0-9.-]/g, '-');
}
