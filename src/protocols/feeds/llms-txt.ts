import { tagDescriptions } from '../../contract/operation.ts';
import type { Page } from '../../library/library.ts';
import { escapeLabel, type FeedSource } from './feed-entries.ts';
import { countGroups, listGroups, takeWithin } from './sitemap.ts';

/**
 * llms.txt: what is here and how an agent uses it. Links lead to markdown only; other files are named as code.
 * Stays under 30,000 characters, newest articles first. Past that the site map names the rest.
 */
export function renderLlmsTxt({ publication, urls, articles }: FeedSource, pages: readonly Page[]): string {
  const api = urls.api('live');
  const articleLines = articles
    .values()
    .map(
      ({ slug, title, description, tier, words, retracted }) =>
        `- [${escapeLabel(title)}](${urls.article(slug)}.md): ${description} (${retracted ? 'retracted, ' : ''}${tier}, ${words} words)`,
    );
  const { taken, omitted } = takeWithin(articleLines, { count: articles.length, size: 17_000 });
  const groups = takeWithin(
    listGroups(articles, urls).map(({ title, markdownUrl }) => `- [${escapeLabel(title)}](${markdownUrl})`),
    { count: countGroups(articles), size: 4_000 },
  );
  return `# ${publication.name}

> ${publication.description}

Free articles are open to everyone. A paid article answers 402 with its preview, outline, price and how to pay; a demo key opens it. Nothing is ever billed.

## When to use this

- To find research that answers a question: \`GET ${urls.at('/ask')}?query=...&num_results=2\` returns the best articles with the sentences of their best sections, which often suffice.
- To read an article as markdown: \`GET ${api}/articles/{slug}\`, or add \`.md\` to its page address.
- To list everything: \`GET ${api}/articles?page=1&per_page=100\`, then follow \`pagination.next\`.
- To download everything: \`GET ${api}/corpus\`, an article a line; its \`Link\` with rel="next" leads to what changes later.
- To open paid articles: \`POST ${urls.subscribe('live')}\` (no body needed) returns \`api_key\`; send it as \`Authorization: Bearer <api_key>\`. Paying one article over x402 works too.
- To work with tools: connect an MCP client to \`${urls.mcp}\` (articles), \`${urls.mcpDocs}\` (documentation) or \`${urls.mcpConnector}\` (chat clients: \`search\`, \`fetch\`, \`verify_quote\`).
- To try without consequence: every \`/api/v1\` endpoint is mirrored under \`${urls.api('sandbox')}\`.

Not for: general web search, other publishers' papers, or storing your own documents.

The machine-readable description is \`${urls.at('/openapi.json')}\` (or \`.yaml\`). Its part about one subject, such as \`${urls.at('/openapi/ask.json')}\`, costs far less; the subjects are ${Object.keys(
    tagDescriptions,
  )
    .map((tag) => `\`${tag.toLowerCase()}\``)
    .join(', ')}. Changes come by \`${urls.at('/feed.json')}\`.

## Documentation

${pages.map((page) => listPage(page, urls)).join('\n')}
- [AGENTS.md](${urls.at('/AGENTS.md')}): how an agent sets itself up to work here.
- [Home](${urls.at('/index.md')}): what is here and the newest articles.
- [All articles](${urls.at('/articles.md')}): the list for people, page by page.
- [Site map](${urls.at('/sitemap.md')}): every page with its date.

## Articles

${taken.join('\n') || 'No article is out yet.'}
${omitted > 0 ? `\n${omitted} older articles are in the [site map](${urls.at('/sitemap.md')}) and at \`${api}/articles\`.\n` : ''}${
  groups.taken.length > 0 ? `\n## Topics, authors and series\n\n${groups.taken.join('\n')}\n` : ''
}`;
}

/**
 * A page with its description; the chapters of the developer guide are described by their titles, and the guide by its
 * page.
 */
function listPage({ name, title, description }: Page, urls: FeedSource['urls']): string {
  const link = `- [${escapeLabel(title)}](${urls.at(`/${name}.md`)})`;
  return name.startsWith('developers/') ? link : `${link}: ${description}`;
}
