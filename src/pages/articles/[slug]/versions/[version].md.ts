import type { APIRoute } from 'astro';
import { renderArticleMarkdown } from '../../../../protocols/feeds/markdown-pages.ts';
import { writeStanding } from '../../../../protocols/notices.ts';
import { versionLinks } from '../../../../protocols/wire-record.ts';
import { cacheHeaders, readVersion } from '../../../../site/readable-version.ts';
import { markdownResponse } from '../../../../site/text-response.ts';

export const GET: APIRoute = async (context) => {
  const { services } = context.locals;
  const found = await readVersion(context, context.params.version ?? '');
  if (!found) return context.locals.notFound();
  const { article, present, version, body, isWhole, standing } = found;
  const text = renderArticleMarkdown(article, services.urls, {
    paidBody: isWhole ? body : undefined,
    notice: writeStanding(standing, services.urls),
  });
  return markdownResponse(text, {
    ...cacheHeaders(found),
    link: versionLinks({ article: present, version }, services),
  });
};
