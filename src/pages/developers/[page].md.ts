import type { APIRoute, GetStaticPaths } from 'astro';
import type { Page } from '../../library/library.ts';
import { renderPageMarkdown } from '../../protocols/feeds/markdown-pages.ts';
import { urls } from '../../site/page-context.ts';
import { renderReferenceMarkdown } from '../../site/reference/reference-markdown.ts';
import { listDeveloperPages, readReferenceOperations } from '../../site/reference/reference-pages.ts';
import { markdownResponse } from '../../site/text-response.ts';

export const prerender = true;

export const getStaticPaths = listDeveloperPages satisfies GetStaticPaths;

export const GET: APIRoute<{ page: Page }> = ({ props: { page } }) => {
  const operations = readReferenceOperations(page);
  const extra = operations.length > 0 ? renderReferenceMarkdown(operations) : '';
  return markdownResponse(renderPageMarkdown(page, { urls, pages: [], extra }));
};
