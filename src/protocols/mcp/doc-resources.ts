import type { Urls } from '../../contract/urls.ts';
import { pageMarkdownPath } from '../../contract/urls.ts';
import { wholeMarkdown } from '../../core/page-chapters.ts';
import type { Services } from '../../core/services.ts';
import type { Page } from '../../library/library.ts';
import { completeFrom } from './completion.ts';
import type { ResourceSet, TemplateEntry } from './feature-types.ts';

const mimeType = 'text/markdown';

/**
 * Finds the page for a path, a name or a URL. Only the library is searched, not the file system, so a path cannot climb
 * out of a folder.
 */
export function findDoc({ library, urls }: Pick<Services, 'library' | 'urls'>, path: string): Page | undefined {
  const local = path.startsWith(`${urls.base}/`) ? path.slice(urls.base.length) : path;
  const name = local.replace(/^\//, '').replace(/\.md$/, '');
  return library.pages.find((page) => page.name === name);
}

/** Where pages are read as resources. */
export function describeDocTemplates(urls: Urls): TemplateEntry[] {
  return [
    {
      uriTemplate: urls.at('/{+name}.md'),
      name: 'document',
      title: 'Document as markdown',
      description: 'One page of the documentation by its name, for example developers, developers/mcp or auth.',
      mimeType,
    },
  ];
}

export function createDocResources(services: Services): ResourceSet {
  const { urls, library } = services;
  return {
    templates: describeDocTemplates(urls),
    count: () => library.pages.length,
    list: (start, end) =>
      library.pages.slice(start, end).map((page) => ({
        uri: urls.at(pageMarkdownPath(page)),
        name: page.name,
        title: page.title,
        description: page.description,
        mimeType,
      })),
    read(uri) {
      const page = library.pages.find((candidate) => urls.at(pageMarkdownPath(candidate)) === uri);
      return page && `# ${page.title}\n\n${wholeMarkdown(page, library.pages)}`;
    },
    complete: (value) =>
      completeFrom(
        library.pages.map(({ name }) => name),
        value,
      ),
  };
}
