import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { makeArticle, makeLibrary, paidSentence } from '../../../tests/support/library.ts';
import { createUrls } from '../../contract/urls.ts';
import { publication } from '../../library/current-publication.ts';
import { renderAtom } from './atom.ts';
import { renderChangelogFeed } from './changelog-feed.ts';
import { type FeedSource, maxFeedEntries } from './feed-entries.ts';
import { renderFeedHtml } from './feed-html.ts';
import { renderJsonFeed } from './json-feed.ts';
import { renderRss } from './rss.ts';

const base = 'https://quire.test';
const hostile = {
  ...makeArticle({ slug: 'hostile', date: '2026-06-01', title: 'Less < more & "quotes" ]]> \u0007' }),
  body: {
    markdown: '',
    html: '<p>See <a href="/pricing">prices</a>, <a href="#end">the end</a> &amp; <img src="a.png" alt=""></p>',
    spans: [],
  },
};
const { open } = makeLibrary(base);
const source: FeedSource = {
  publication,
  urls: createUrls(base),
  articles: [hostile, ...open.articles.filter(({ releaseAt }) => releaseAt === null)],
};

function parseXml(xml: string): Document {
  const { document } = new JSDOM(xml, { contentType: 'application/xml' }).window;
  return document;
}

const textOf = (parent: ParentNode, selector: string) => parent.querySelector(selector)?.textContent ?? '';

const everything = { title: publication.name, subtitle: publication.tagline, path: '/feed.atom', page: '/' };

it('names the language of an article that is in another one than the publication', () => {
  const german = { ...makeArticle({ slug: 'brief' }), language: 'de' };
  const about = { ...source, articles: [german, hostile] };
  const entries = parseXml(renderAtom(about, everything)).querySelectorAll('entry');
  expect(Array.from(entries, (entry) => entry.getAttribute('xml:lang'))).toEqual(['de', null]);
  const { items }: { items: { language: string }[] } = JSON.parse(renderJsonFeed(about));
  expect(items.map(({ language }) => language)).toEqual(['de', publication.language]);
});

describe('Atom', () => {
  const feed = parseXml(renderAtom(source, everything));

  it('is well-formed whatever the words are, and says when it last changed', () => {
    expect(textOf(feed, 'entry title')).toBe('Less < more & "quotes" ]]> ');
    expect(textOf(feed, 'feed > updated')).toMatch(/^2026-06-01T00:\d\d:\d\dZ$/);
  });

  it('has the members that RFC 4287 section 4.1.1 and 4.1.2 require', () => {
    for (const entry of feed.querySelectorAll('entry')) {
      for (const required of ['id', 'title', 'updated', 'author > name', 'content'])
        expect(textOf(entry, required)).not.toBe('');
    }
    expect(feed.querySelector('link[rel="self"]')?.getAttribute('href')).toBe(`${base}/feed.atom`);
  });

  it('gives two articles of one day two moments, and each always its own', () => {
    const articles = ['one', 'two', 'three'].map((slug) => makeArticle({ slug, date: '2026-06-01' }));
    const moments = (of: typeof articles) =>
      Array.from(
        parseXml(renderAtom({ ...source, articles: of }, everything)).querySelectorAll('entry > updated'),
        (each) => each.textContent,
      );
    expect(new Set(moments(articles)).size).toBe(3);
    expect(moments(articles.slice(1))).toEqual(moments(articles).slice(1));
  });

  it('carries links that work outside the page', () => {
    const html = textOf(feed, 'entry content');
    expect(html).toContain(`href="${base}/pricing"`);
    expect(html).toContain(`href="${base}/articles/hostile#end"`);
    expect(html).toContain(`src="${base}/articles/a.png"`);
  });
});

describe('the feed of the changelog', () => {
  const about = { title: 'Changelog', description: 'What changed.', page: '/changelog', path: '/changelog.xml' };
  const item = (date: string, text: string) => `<li><strong>${date}</strong>: ${text}</li>`;
  const first = [item('2026-11-24', 'the <code>q</code> parameter is new. <a href="/pricing">Prices</a> &amp; more.')];
  const read = (items: readonly string[]) =>
    parseXml(renderChangelogFeed(source, { ...about, html: `<ul><li>No change.</li>${items.join('\n')}</ul>` }));

  it('has an entry for each change, with its first sentence as title', () => {
    const feed = read([item('2026-11-25', 'one'), ...first]);
    expect([...feed.querySelectorAll('entry')].map((entry) => textOf(entry, 'updated'))).toEqual([
      '2026-11-25T00:00:00Z',
      '2026-11-24T00:00:00Z',
    ]);
    expect(textOf(feed, 'entry:last-of-type title')).toBe('the q parameter is new.');
    expect(textOf(feed, 'entry:last-of-type content')).toContain('<a href="/pricing">');
    expect(textOf(feed, 'feed > updated')).toBe('2026-11-25T00:00:00Z');
  });

  it('gives a change the same identifier when another is added on the same day', () => {
    const ids = (items: readonly string[]) =>
      [...read(items).querySelectorAll('entry > id')].map(({ textContent }) => textContent);
    expect(ids(first)).toEqual(['tag:quire.test,2026-11-24:changelog-1']);
    expect(ids([item('2026-11-24', 'another'), ...first])).toEqual([
      'tag:quire.test,2026-11-24:changelog-2',
      'tag:quire.test,2026-11-24:changelog-1',
    ]);
  });
});

describe('RSS', () => {
  it('is well-formed and dates its items as RFC 822 does', () => {
    const feed = parseXml(renderRss(source));
    expect(textOf(feed, 'item title')).toBe('Less < more & "quotes" ]]> ');
    expect(textOf(feed, 'item pubDate')).toBe('Mon, 01 Jun 2026 00:00:00 +0000');
  });
});

describe('JSON Feed', () => {
  it('has version, title and items with ids (JSON Feed 1.1)', () => {
    const feed: unknown = JSON.parse(renderJsonFeed(source));
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: publication.name,
      items: expect.arrayContaining([
        expect.objectContaining({ id: `${base}/articles/hostile`, content_html: expect.any(String) }),
      ]),
    });
  });
});

describe('every feed', () => {
  const renderers = {
    renderAtom: (of: FeedSource) => renderAtom(of, everything),
    renderRss,
    renderJsonFeed,
  };

  it.each(Object.entries(renderers))('%s gives the preview of a paid article and says how to read on', (_, render) => {
    const feed = render(source);
    expect(feed).toContain('A preview of a study on payment challenges.');
    expect(feed).toContain('free demo key');
    expect(feed).not.toContain(paidSentence);
  });

  it.each(Object.entries(renderers))(
    '%s has the text of the newest ten articles and the summary of older ones',
    (_, render) => {
      const articles = Array.from({ length: 12 }, (__, index) => ({
        ...makeArticle({ slug: `at-${index}`, date: `2026-05-${String(index + 10)}` }),
        description: `About number ${index}.`,
        body: { markdown: '', html: `<p>Body of ${index} ends.</p>`, spans: [] },
      }));
      const feed = render({ ...source, articles });
      const full = articles.map((__, index) => feed.includes(`Body of ${index} ends.`));
      expect(full).toEqual([false, false, ...Array.from({ length: 10 }, () => true)]);
      for (const { description } of articles) expect(feed).toContain(description);
    },
  );

  it.each(Object.entries(renderers))('%s writes a formula as the TeX it was made from', (_, render) => {
    const html =
      '<p>If <math data-tex="a^2"><mi>a</mi></math> or <math display="block" data-tex="a^2"><mi>a</mi></math>.</p>';
    const article = { ...makeArticle({ slug: 'formulas' }), body: { markdown: '', html, spans: [] } };
    const feed = render({ ...source, articles: [article] });
    expect(feed.replaceAll('&lt;', '<').replaceAll('&gt;', '>')).toContain(
      '<p>If <code>a^2</code> or <code>a^2</code>.</p>',
    );
  });

  const withdrawn = {
    ...makeArticle({ slug: 'withdrawn', date: '2026-06-01' }),
    retracted: { date: '2026-07-09', reason: 'Less < more.' },
    corrections: [{ date: '2026-06-02', text: 'A sum.' }],
  };

  it('says before its text that an article was withdrawn or corrected, and why', () => {
    expect(renderFeedHtml(withdrawn, source.urls)).toMatch(
      /^<p>Retracted on 2026-07-09\. Less &(?:lt|#60); more\.<\/p>\n<p>Corrected on 2026-06-02: A sum\.<\/p>\n<h2/,
    );
  });

  it.each(Object.entries(renderers))('%s says of a withdrawn article that it is', (_, render) => {
    const feed = render({ ...source, articles: [withdrawn] });
    expect(feed).toContain('Retracted on 2026-07-09. What withdrawn says');
    expect(feed).toContain('Retracted on 2026-07-09.');
  });

  it('dates a withdrawn article by the day on which it was withdrawn', () => {
    const feed = parseXml(renderAtom({ ...source, articles: [withdrawn] }, everything));
    expect(textOf(feed, 'entry > updated')).toMatch(/^2026-07-09T/);
  });

  it('shows a picture that is drawn for light and for dark once', () => {
    const html = '<img src="a.png" alt="A" class="light-form"><img src="b.png" alt="A" class="dark-form" hidden>';
    const article = { ...makeArticle({ slug: 'drawn' }), body: { markdown: '', html, spans: [] } };
    expect(renderFeedHtml(article, source.urls)).toBe(`<img src="${base}/articles/a.png" alt="A" class="light-form">`);
  });

  it.each(Object.entries(renderers))('%s names a withdrawn article as long as it is among the newest', (_, render) => {
    const old = Array.from({ length: 80 }, (__, index) => makeArticle({ slug: `old-${index}`, date: '2026-05-01' }));
    const recent = Array.from({ length: 30 }, (__, index) => makeArticle({ slug: `new-${index}`, date: '2026-06-02' }));
    const feed = render({ ...source, articles: [...recent, ...old, withdrawn] });
    expect(feed).toContain('What new-29 says');
    expect(feed).toContain('What old-18 says');
    expect(feed).not.toContain('What old-19 says');
    expect(feed.indexOf('What withdrawn says')).toBeGreaterThan(feed.indexOf('What old-18 says'));
    expect(feed).toContain('Retracted on 2026-07-09.');
  });

  it.each(Object.entries(renderers))('%s stops at the newest fifty', (_, render) => {
    const many = Array.from({ length: 80 }, (__, index) => makeArticle({ slug: `many-${index}` }));
    const feed = render({ ...source, articles: many });
    expect(feed).toContain(`many-${maxFeedEntries - 1}`);
    expect(feed).not.toContain(`many-${maxFeedEntries}`);
  });

  it.each(Object.entries(renderers))('%s is a feed without articles too', (_, render) => {
    expect(render({ ...source, articles: [] })).toContain(publication.name);
  });
});

describe('the feed of a tag, an author or a series', () => {
  it('names its own URL and page', () => {
    const channel = { title: 'http · Quire', subtitle: 'On http.', path: '/tags/http.xml', page: '/tags/http' };
    const feed = parseXml(renderAtom(source, channel));
    expect(feed.querySelector('link[rel="self"]')?.getAttribute('href')).toBe(`${base}/tags/http.xml`);
    expect(textOf(feed, 'feed > id')).toBe(`${base}/tags/http`);
    expect(textOf(feed, 'feed > title')).toBe('http · Quire');
  });
});
