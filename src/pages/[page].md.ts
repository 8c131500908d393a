import type { APIRoute, GetStaticPaths } from 'astro';
import type { Page } from '../library/library.ts';
import { renderPageMarkdown } from '../protocols/feeds/markdown-pages.ts';
import { readLibrary } from '../site/library-access.ts';
import { urls } from '../site/page-context.ts';
import { markdownResponse } from '../site/text-response.ts';

export const prerender = true;

export const getStaticPaths = (() =>
  readLibrary()
    .pages.filter(({ name }) => !name.includes('/'))
    .map((page) => ({ params: { page: page.name }, props: { page } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ page: Page }> = ({ props }) =>
  markdownResponse(renderPageMarkdown(props.page, { urls, pages: readLibrary().pages }));
