import type { APIRoute, GetStaticPaths } from 'astro';
import type { Page } from '../../content/library/library.ts';
import { urls } from '../../layouts/site.ts';
import { renderPageMarkdown } from '../../protocols/feeds/markdown-twins.ts';
import { renderReferenceMarkdown } from '../_data/reference-markdown.ts';
import { listDeveloperPages, readOperationsOf } from '../_data/reference-pages.ts';
import { markdownResponse } from '../_data/text-response.ts';

export const prerender = true;

export const getStaticPaths = listDeveloperPages satisfies GetStaticPaths;

export const GET: APIRoute<{ page: Page }> = ({ props: { page } }) => {
  const operations = readOperationsOf(page);
  const extra = operations.length > 0 ? renderReferenceMarkdown(operations) : '';
  return markdownResponse(renderPageMarkdown(page, { urls, pages: [], extra }));
};
