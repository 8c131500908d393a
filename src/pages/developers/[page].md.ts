import type { APIRoute, GetStaticPaths } from 'astro';
import type { Page } from '../../content/library/library.ts';
import { chaptersOf } from '../../core/pages.ts';
import { urls } from '../../layouts/site.ts';
import { renderPageMarkdown } from '../../protocols/feeds/markdown-twins.ts';
import { readReference } from '../_data/api-reference.ts';
import { readExamples, readLibrary } from '../_data/library.ts';
import { renderReferenceMarkdown } from '../_data/reference-markdown.ts';
import { referenceOf } from '../_data/reference-pages.ts';

export const prerender = true;

export const getStaticPaths = (() =>
  chaptersOf({ name: 'developers' }, readLibrary().pages).map((page) => ({
    params: { page: page.name.replace('developers/', '') },
    props: { page },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ page: Page }> = ({ props: { page } }) => {
  const tag = referenceOf(page.name);
  const extra = tag
    ? renderReferenceMarkdown(readReference(readExamples().asked).filter((operation) => operation.tag === tag))
    : '';
  return new Response(renderPageMarkdown(page, { urls, pages: [], extra }), {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
};
