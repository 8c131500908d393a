import type { APIRoute } from 'astro';
import { documents } from '../../contract/document-urls.ts';
import { pagePath } from '../../contract/urls.ts';
import { publication } from '../../library/current-publication.ts';
import { renderChangelogFeed } from '../../protocols/feeds/changelog-feed.ts';
import { readPage } from '../../site/library-access.ts';
import { urls } from '../../site/page-context.ts';
import { textResponse } from '../../site/text-response.ts';

export const prerender = true;

export const GET: APIRoute = () => {
  const page = readPage('developers/changelog');
  const { title, description, body } = page;
  const { path, type } = documents.changelog;
  const about = { title: `${publication.name}: ${title}`, description, html: body.html, page: pagePath(page), path };
  return textResponse(renderChangelogFeed({ publication, urls }, about), type);
};
