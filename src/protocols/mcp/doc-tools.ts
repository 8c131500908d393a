import { markdownPathOf, pagePath } from '../../contract/document-urls.ts';
import { wholeMarkdown } from '../../core/page-chapters.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { withFragment } from '../../core/urls.ts';
import type { SearchHit } from '../../search/engine.ts';
import { findDoc } from './doc-resources.ts';
import { readDoc, searchDocs } from './doc-tool-list.ts';
import type { Tool } from './feature-types.ts';
import { implementTool } from './tool.ts';

/** The tools of /mcp/docs (specification section 4 rule 6): public pages only, no credential. */
export function createDocTools(services: Services): Tool[] {
  const { urls, search } = services;

  function describeHit({ slug, sectionId, heading, snippet, score }: SearchHit) {
    const page = findDoc(services, slug);
    if (!page) return [];
    const url = urls.at(pagePath(page));
    const passage = { heading: heading || page.title, url: withFragment(url, sectionId), snippet };
    return [{ path: markdownPathOf(page), title: page.title, url, score, passage }];
  }

  return [
    implementTool(searchDocs, async ({ query, limit = 10 }) => {
      return {
        isSearched: true,
        key: JSON.stringify([query, limit]),
        structured() {
          const hits = search.docs.search({ text: query, limit, isVisible: () => true });
          return { results: hits.flatMap(describeHit) };
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
          path: markdownPathOf(page),
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
