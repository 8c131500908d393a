import { pageMarkdownPath, pagePath, withFragment } from '../../contract/urls.ts';
import { wholeMarkdown } from '../../core/page-chapters.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Page } from '../../library/library.ts';
import type { SearchHit } from '../../search/engine.ts';
import { defaultLimit } from './article-tool-list.ts';
import { findDoc } from './doc-resources.ts';
import { readDoc, searchDocs } from './doc-tool-list.ts';
import type { Tool } from './feature-types.ts';
import { implementTool } from './tool.ts';

/**
 * Share of a question's weight that a section of a manual carries: lower than among articles, whose sections are more
 * and longer.
 */
const minScore = 12;

/** The tools of /mcp/docs (specification section 4 rule 6): public pages only, no credential. */
export function createDocTools(services: Services): Tool[] {
  const { urls, search } = services;

  function describeHit({ slug, sectionId, heading, snippet, score }: SearchHit) {
    const page = findDoc(services, slug);
    if (!page) return [];
    const described = describePage(page);
    const passage = { heading: heading || page.title, url: withFragment(described.url, sectionId), snippet };
    return [{ ...described, score, passage }];
  }

  function describePage(page: Page) {
    return { path: pageMarkdownPath(page), title: page.title, url: urls.at(pagePath(page)) };
  }

  return [
    implementTool(searchDocs, async ({ query, limit = defaultLimit }) => {
      return {
        isSearched: true,
        key: JSON.stringify([query, limit]),
        structured() {
          const common = { text: query, isVisible: () => true };
          const hits = search.docs.search({ ...common, limit, minScore });
          if (hits.length > 0) return { results: hits.flatMap(describeHit) };
          const [hit] = search.docs.search({ ...common, limit: 1, minScore: 0 });
          const page = findDoc(services, hit?.slug ?? 'developers');
          return { results: [], ...(page && { closest: describePage(page) }) };
        },
      };
    }),

    implementTool(readDoc, async ({ path }) => {
      const page = findDoc(services, path);
      if (!page) throw new ServiceError('not_found', `There is no document ${JSON.stringify(path)}.`);
      const { title, description, updated } = page;
      return {
        key: page.name,
        structured: () => ({
          path: pageMarkdownPath(page),
          title,
          description,
          ...(updated === null ? {} : { updated }),
          url: urls.at(pagePath(page)),
          markdown: wholeMarkdown(page, services.library.pages),
        }),
      };
    }),
  ];
}
