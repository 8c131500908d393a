import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeArticle, makeLibrary } from '../../../tests/support/library.ts';
import { createUrls } from '../../contract/urls.ts';
import { publication } from '../../library/current-publication.ts';
import type { Page } from '../../library/library.ts';
import { renderLlmsFull } from './llms-full.ts';
import { renderLlmsTxt } from './llms-txt.ts';
import { renderArticleMarkdown, renderPageMarkdown } from './markdown-pages.ts';
import { renderRobots } from './robots.ts';
import { renderSitemap, renderSitemapMarkdown, renderSitemapPart } from './sitemap.ts';

const base = 'https://quire.test';
const urls = createUrls(base);
const { pages, articles } = makeLibrary(base).open;
const released = articles.filter(({ releaseAt }) => releaseAt === null);
const many = Array.from({ length: 3_000 }, (_, index) => makeArticle({ slug: `many-${index}` }));

describe('llms.txt', () => {
  const text = renderLlmsTxt({ publication, urls, articles: released }, pages);

  it('has a title, a summary, when to use it, and links to markdown only', () => {
    expect(text).toMatch(/^# .+\n\n> .+/);
    expect(text).toContain('## When to use this');
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(4);
    expect(links.every((link) => link.startsWith(`${base}/`) && link.endsWith('.md'))).toBe(true);
  });

  it('names every page of a topic, an author or a series that the site map names', () => {
    const listed = renderSitemapMarkdown({ publication, urls, articles: released }, pages);
    const groups = listed.match(/\/(?:tags|authors|series)\/[^)]+\.md/g) ?? [];
    expect(groups.length).toBeGreaterThan(0);
    expect(groups.filter((path) => !text.includes(`(${base}${path})`))).toEqual([]);
  });

  it('stays under 30,000 characters for any library and then says where the rest is', () => {
    const long = renderLlmsTxt({ publication, urls, articles: many }, pages);
    expect(long.length).toBeLessThan(30_000);
    expect(long).toMatch(/\d+ older articles/);
  });
});

describe('the site map', () => {
  it('lists pages and articles with the day they last changed', () => {
    const xml = renderSitemap({ publication, urls, articles: released }, pages);
    const { document } = new JSDOM(xml, { contentType: 'application/xml' }).window;
    const places = new Map(
      [...document.querySelectorAll('url')].map((url) => [
        url.querySelector('loc')?.textContent,
        url.querySelector('lastmod')?.textContent,
      ]),
    );
    expect(places.get(`${base}/articles/open-letter`)).toBe('2026-05-01');
    expect(places.get(`${base}/developers`)).toBe('2026-06-01');
    expect(places.has(`${base}/articles/not-yet`)).toBe(false);
  });

  it('is an index of parts past 50,000 URLs of any kind, and the parts list each URL once', () => {
    const { authors, ...one } = makeArticle({ slug: 'one' });
    // The list exceeds the limit only because of the author pages.
    const library = Array.from({ length: 50_000 - 2 - pages.length }, (_, index) => ({
      ...one,
      slug: `one-${index}`,
      authors: authors.map((author) => ({ ...author, id: `author-${index % 40}` })),
    }));
    const source = { publication, urls, articles: library };
    const addressesOf = (xml = '') => Array.from(xml.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address]) => address);
    const index = renderSitemap(source, pages);
    expect(index).toContain('<sitemapindex ');
    expect(addressesOf(index)).toEqual([1, 2].map((part) => `${base}/sitemap.xml?part=${part}`));
    const [first, second] = [1, 2].map((part) => addressesOf(renderSitemapPart(source, pages, part)));
    expect(first).toHaveLength(50_000);
    const all = new Set([...(first ?? []), ...(second ?? [])]);
    expect(all.size).toBe(50_000 + (second?.length ?? 0));
    expect(library.filter(({ slug }) => !all.has(urls.article(slug)))).toEqual([]);
    for (const part of [-1, 0, 3, Number.NaN]) expect(renderSitemapPart(source, pages, part)).toBeUndefined();
  });

  it('is markdown under 100,000 characters for agents', () => {
    const markdown = renderSitemapMarkdown({ publication, urls, articles: many }, pages);
    expect(markdown.length).toBeLessThan(100_000);
    expect(markdown).toContain('## Articles');
  });

  it('is as short in a library of many topics, and says where the pages of the others are', () => {
    const topics = many.map((article, number) => ({ ...article, tags: [`topic-${Math.floor(number / 2)}`] }));
    const markdown = renderSitemapMarkdown({ publication, urls, articles: topics }, pages);
    expect(markdown.length).toBeLessThan(100_000);
    expect(markdown).toMatch(/\n\d+ more pages are in `https:\/\/quire\.test\/sitemap\.xml`\.\n\n## Articles/);
  });
});

describe('a listing of a large library', () => {
  let reads = 0;
  const counted = many.map((article) =>
    Object.defineProperties(
      { ...article },
      { description: { get: () => countRead(article.description) }, body: { get: () => countRead(article.body) } },
    ),
  );
  const source = { publication, urls, articles: counted };
  const manyPages = Array.from({ length: 50_000 }, (_, number) => ({ ...pages[0], name: `page-${number}` }) as Page);

  function countRead<Value>(value: Value): Value {
    reads += 1;
    return value;
  }

  it.each([
    ['llms.txt', 200, () => renderLlmsTxt(source, pages)],
    ['llms-full.txt', 1_200, () => renderLlmsFull(source, pages)],
    ['the site map for agents', 1_500, () => renderSitemapMarkdown(source, pages)],
    ['a part of the site map', 0, () => renderSitemapPart(source, manyPages, 2) ?? ''],
    ['a part that does not exist', 0, () => renderSitemapPart(source, manyPages, 3) ?? 'none'],
  ])('%s reads descriptions and texts of the articles alone that it shows', (_, most, render) => {
    reads = 0;
    expect(render()).not.toBe('');
    expect(reads).toBeLessThanOrEqual(most);
  });
});

describe('robots.txt', () => {
  it('excludes no crawler, states what may be done with the text, and names the sitemap', () => {
    const text = renderRobots(publication, urls);
    expect(text).toContain('Content-Signal: search=yes, ai-input=yes, ai-train=no');
    expect(text).toContain(`Sitemap: ${base}/sitemap.xml`);
    expect(text).not.toMatch(/^Disallow: \/$/m);
  });

  it('refuses before it allows, so that a reader who takes the first rule that fits refuses the same', () => {
    const rules = renderRobots(publication, urls).match(/^(?:Allow|Disallow): .+$/gm);
    expect(rules?.at(-1)).toBe('Allow: /');
    expect(rules?.filter((rule) => rule.startsWith('Allow'))).toHaveLength(1);
  });

  it('names the crawlers of language models in the one group for all crawlers', () => {
    const [first = ''] = renderRobots(publication, urls).split('Content-Signal');
    const named = [...first.matchAll(/^User-agent: (.+)$/gm)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(['*', 'GPTBot', 'ClaudeBot', 'Google-Extended', 'CCBot']));
    expect(renderRobots(publication, urls).match(/User-agent/g)).toHaveLength(named.length);
  });
});

describe('a Markdown version', () => {
  const frontMatter = (text: string): unknown => parse(text.split('---')[1] ?? '');

  it('begins with front matter that YAML reads back, and leads to llms.txt right under it', () => {
    const title = 'A: "colon", #hash and \\ backslash';
    const text = renderArticleMarkdown({ ...makeArticle({ slug: 'odd', title }), tags: ['a', 'b'] }, urls);
    expect(frontMatter(text)).toMatchObject({
      title,
      canonical_url: `${base}/articles/odd`,
      tier: 'free',
      tags: 'a, b',
    });
    expect(text.split('---\n')[2]).toMatch(/^> .*llms\.txt/);
  });

  it('of a paid article says what the rest holds and how to read it', () => {
    const text = renderArticleMarkdown(makeArticle({ slug: 'dear', tier: 'paid' }), urls);
    expect(text).toContain('- The paid part (11 words)');
    expect(text).toContain(`POST ${base}/api/v1/agent/subscribe`);
  });

  it('makes links absolute, but not what only looks like one in code', () => {
    const [page] = pages;
    if (!page) throw new Error('The test library has no page.');
    const markdown = 'See [prices](/pricing) and `[not](/a-link)`.\n\n```md\n[kept](/as-is)\n```\n\n[note]: #errors\n';
    const text = renderPageMarkdown({ ...page, body: { markdown, html: '' } }, { urls, pages });
    expect(text).toContain(`[prices](${base}/pricing)`);
    expect(text).toContain('`[not](/a-link)`');
    expect(text).toContain('[kept](/as-is)');
    expect(text).toContain(`[note]: ${base}/developers#errors`);
  });
});
