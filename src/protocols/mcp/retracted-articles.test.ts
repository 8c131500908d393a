import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../tests/support/services.ts';
import { anonymous } from '../../core/access/caller.ts';
import { createCatalogue } from '../../core/articles.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { renderSitemapMarkdown } from '../feeds/sitemap.ts';
import { createArticlePrompts } from './article-prompts.ts';
import { createArticleResources } from './article-resources.ts';

const found = createTestServices({ store: createMemoryStore(() => 0) });
const withdrawn = {
  retracted: { date: '2026-11-21', reason: 'The rows were measured in two ways.' },
  corrections: [{ date: '2026-11-20', text: 'A unit was missing.' }],
};
const articles = found.library.articles.map((article) =>
  article.slug === 'open-letter' ? { ...article, ...withdrawn } : article,
);
const library = { ...found.library, articles };
const services = { ...found, library, catalogue: createCatalogue(library, found.now) };

describe('an article that was withdrawn', () => {
  const resources = createArticleResources(services);
  const context = {
    caller: anonymous,
    mirror: 'live',
    requestId: 'r',
    clientAddress: '127.0.0.1',
    session: undefined,
    meta: {},
    spend: async () => undefined,
    note: () => undefined,
  } as const;
  const uri = found.urls.at('/articles/open-letter.md');

  it('says so before its text when it is read as a resource, as its page in Markdown does', async () => {
    const text = String(await resources.read(uri, context));
    const [title, retraction, correction] = text.split('\n\n');
    expect(title).toMatch(/^# /);
    expect(retraction).toBe('> **Retracted on 2026-11-21.** The rows were measured in two ways.');
    expect(correction).toBe('> Corrected on 2026-11-20: A unit was missing.');
  });

  it('is called so in the list of resources, in the site map and where two articles are compared', () => {
    const listed = resources.list().find((entry) => entry.uri === uri);
    expect(listed?.description).toMatch(/^Retracted\. /);
    const compare = createArticlePrompts(services).find(({ spec }) => spec.name === 'compare_articles');
    expect(compare?.write({ first: 'open-letter', second: 'paid-study' }, context)).toMatch(
      /\(retracted, free, [\d-]+\), slug open-letter/,
    );
    const { publication, urls } = services;
    const map = renderSitemapMarkdown({ publication, urls, articles: services.catalogue.list() }, library.pages);
    expect(map).toMatch(/open-letter\.md\): Retracted on 2026-11-21\. /);
  });
});
