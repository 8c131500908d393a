import type { APIRoute, GetStaticPaths } from 'astro';
import type { Page } from '../content/library/library.ts';
import { urls } from '../layouts/site.ts';
import { renderPageMarkdown } from '../protocols/feeds/markdown-twins.ts';
import { readLibrary } from './_data/library.ts';
import { markdownResponse } from './_data/text-response.ts';

export const prerender = true;

export const getStaticPaths = (() =>
  readLibrary()
    .pages.filter(({ name }) => !name.includes('/'))
    .map((page) => ({ params: { page: page.name }, props: { page } }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ page: Page }> = ({ props }) =>
  markdownResponse(renderPageMarkdown(props.page, { urls, pages: readLibrary().pages }));
