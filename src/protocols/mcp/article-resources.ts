import type { Urls } from '../../contract/urls.ts';
import { openArticle } from '../../core/access/access.ts';
import { linkFiles } from '../../core/access/file-links.ts';
import type { Services } from '../../core/services.ts';
import { findWithdrawal } from '../../core/withdrawn.ts';
import type { PublicArticle } from '../../library/library.ts';
import { absolutizeMarkdown } from '../absolute-links.ts';
import { writeNotices } from '../notices.ts';
import { completeSlug, readVariable } from './completion.ts';
import type { ResourceSet, TemplateEntry } from './feature-types.ts';
import type { McpContext } from './mcp-context.ts';

const mimeType = 'text/markdown';

export function describeArticleTemplates(urls: Urls): TemplateEntry[] {
  return [
    {
      uriTemplate: urls.at('/articles/{slug}.md'),
      name: 'article',
      title: 'Article as markdown',
      description: 'One article by its slug. Of a paid one the public preview, or all of it for a subscriber.',
      mimeType,
    },
  ];
}

/** Every released article as a resource: of a paid one the preview, or all of it for a caller who may read it. */
export function createArticleResources(services: Services): ResourceSet {
  const { urls, catalogue } = services;
  const templates = describeArticleTemplates(urls);

  const readSlug = (uri: string) => readVariable(urls.at('/articles/'), '.md', uri);

  function find(uri: string): PublicArticle | undefined {
    const slug = readSlug(uri);
    return slug === undefined ? undefined : catalogue.find(catalogue.presentSlug(slug));
  }

  async function bodyFor(article: PublicArticle, { caller }: McpContext): Promise<string> {
    const decision = await openArticle(services, article.slug, { caller });
    const absolutize = (markdown: string) => absolutizeMarkdown(markdown, urls.article(article.slug));
    if (decision.kind === 'opened') return absolutize(linkFiles(services, decision).body.markdown);
    const note = `> This is the preview of a paid article: ${article.previewWords} of ${article.words} words. get_article opens the rest.`;
    return `${absolutize(article.body.markdown)}\n\n${note}\n`;
  }

  return {
    templates,
    count: () => catalogue.list().length,
    list: (start, end) =>
      catalogue
        .list()
        .slice(start, end)
        .map(({ slug, title, description, tier, retracted }) => ({
          uri: urls.at(`/articles/${slug}.md`),
          name: slug,
          title,
          description: `${retracted ? 'Retracted. ' : ''}${description}${tier === 'paid' ? ' (Paid: preview.)' : ''}`,
          mimeType,
        })),
    async read(uri, context) {
      const article = find(uri);
      if (!article) {
        const withdrawal = findWithdrawal(services, readSlug(uri) ?? '');
        if (withdrawal) throw withdrawal;
        return undefined;
      }
      context.note({ kind: 'read', slug: article.slug });
      return [`# ${article.title}\n`, ...writeNotices(article), await bodyFor(article, context)].join('\n');
    },
    findId: (uri) => find(uri)?.id,
    complete: (value) => completeSlug(catalogue, value),
  };
}
