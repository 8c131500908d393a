import type { APIRoute } from 'astro';
import { answerFromArticle, chooseIndex } from '../../../core/question-answering.ts';
import { toServiceError } from '../../../core/service-error.ts';
import { renderArticleAnswer } from '../../../protocols/feeds/article-quote.ts';
import { identifyFileCaller, privateHeaders } from '../../../site/paid-file.ts';
import { readArticleQuestion } from '../../../site/question.ts';
import { markdownResponse } from '../../../site/text-response.ts';

/**
 * `?ask=` on the Markdown of an article: its best section, of a paid article from the part that the caller may read.
 */
export const GET: APIRoute = async (context) => {
  const { services } = context.locals;
  const article = services.catalogue.find(context.params.slug ?? '');
  if (!article) return context.locals.notFound();
  try {
    const question = readArticleQuestion(context.url);
    const index = chooseIndex(await identifyFileCaller(context, `/articles/${article.slug}`));
    const { clientAddress } = context.locals;
    const result = await answerFromArticle(services, { article, question, index, clientAddress });
    return markdownResponse(renderArticleAnswer(result, services.urls), privateHeaders);
  } catch (thrown) {
    const { code, status, message, retryAfter } = toServiceError(thrown);
    if (code !== 'invalid_request' && code !== 'search_unavailable') throw thrown;
    const retry: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return new Response(`${message}\n`, {
      status,
      headers: { ...privateHeaders, ...retry, 'content-type': 'text/plain; charset=utf-8' },
    });
  }
};
