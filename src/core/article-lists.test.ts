import { describe, expect, it } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { readListRequest } from './article-lists.ts';

const person = (id: string, name: string) => ({ id, name, orcid: null, url: null, affiliation: null, about: null });
const released = [
  { ...makeArticle({ slug: 'caches' }), tags: ['http-caching'], authors: [person('ada', 'Ada Lovelace')] },
  {
    ...makeArticle({ slug: 'locks', tier: 'paid' }),
    tags: ['http-caching', 'locks'],
    authors: [person('linh', 'Nguyễn Linh')],
  },
];
const find = (text: string) => {
  const request = readListRequest(text, { released });
  if (!request) return undefined;
  const { list, topic } = request;
  return [
    ...(list ? [list.path, ...list.articles.map(({ slug }) => slug)] : []),
    ...(topic === undefined ? [] : [`about ${topic}`]),
  ];
};

describe('a request for a list of articles', () => {
  it.each([
    ['List all free articles', ['/articles?tier=free', 'caches']],
    ['which paid papers do you have?', ['/articles?tier=paid', 'locks']],
    ['newest', ['/articles', 'caches', 'locks']],
    ["What's new?", ['/articles', 'caches', 'locks']],
    ['what is new', ['/articles', 'caches', 'locks']],
    ['whats new', ['/articles', 'caches', 'locks']],
    ['show everything', ['/articles', 'caches', 'locks']],
    ['index of all articles', ['/articles', 'caches', 'locks']],
    ['author Ada Lovelace', ['/authors/ada', 'caches']],
    ['what has Ada Lovelace written', ['/authors/ada', 'caches']],
    ["Ada Lovelace's articles", ['/authors/ada', 'caches']],
    ['articles by Ada Lovelace', ['/authors/ada', 'caches']],
    ['by nguyen linh', ['/authors/linh', 'locks']],
    ['Show me everything written by Lovelace', ['/authors/ada', 'caches']],
    ['all articles by ada', ['/authors/ada', 'caches']],
    ['the latest articles by Lovelace', ['/authors/ada', 'caches']],
    ['tagged http-caching', ['/articles?tag=http-caching', 'caches', 'locks']],
    ['paid articles by Nguyen Linh', ['/articles?author=linh&tier=paid', 'locks']],
    ['by Linh tagged http-caching', ['/articles?author=linh&tag=http-caching', 'locks']],
    ['paid articles by Ada Lovelace', ['/articles?author=ada&tier=paid']],
    ['free and paid articles', ['/articles', 'caches', 'locks']],
    ['paid or free papers by Linh', ['/authors/linh', 'locks']],
    ['free articles tagged HTTP caching', ['/articles?tag=http-caching&tier=free', 'caches']],
  ])('%s', (text, list) => {
    expect(find(text)).toEqual(list);
  });

  it('means the longest of several names that begin with the same word', () => {
    const named = [
      { ...makeArticle({ slug: 'languages' }), tags: ['c'], authors: [person('ada-byron', 'Ada')] },
      { ...makeArticle({ slug: 'caches' }), tags: ['c compilers'], authors: [person('lovelace', 'Ada Lovelace')] },
    ];
    const pathOf = (text: string) => readListRequest(text, { released: named })?.list?.path;
    expect(pathOf('articles by Ada Lovelace')).toBe('/authors/lovelace');
    expect(pathOf('articles by Ada')).toBe('/authors/ada-byron');
    expect(pathOf('articles tagged C compilers')).toBe('/articles?tag=c+compilers');
    expect(pathOf('articles tagged C')).toBe('/articles?tag=c');
  });

  it('is read in every language that has words for it, whatever the publication is in', () => {
    expect(find('Alle kostenlosen Artikel')).toEqual(['/articles?tier=free', 'caches']);
    expect(find('neueste Artikel')).toEqual(['/articles', 'caches', 'locks']);
    expect(find('Zeige alle kostenlosen Artikel')).toEqual(['/articles?tier=free', 'caches']);
    expect(find('freie und bezahlte Artikel')).toEqual(['/articles', 'caches', 'locks']);
    expect(find('Artikel von Ada Lovelace')).toEqual(['/authors/ada', 'caches']);
    expect(find('free articles')).toEqual(['/articles?tier=free', 'caches']);
  });

  it.each([
    ['free articles about key rotation', ['/articles?tier=free', 'caches', 'about key rotation']],
    ['Which free papers are about RateLimit?', ['/articles?tier=free', 'caches', 'about RateLimit?']],
    ['articles by Ada Lovelace about keys', ['/authors/ada', 'caches', 'about keys']],
    ['articles about keys by Ada Lovelace', ['/authors/ada', 'caches', 'about keys']],
    ['articles about keys tagged locks, paid', ['/articles?tag=locks&tier=paid', 'locks', 'about keys']],
    ['paid payment articles', ['/articles?tier=paid', 'locks', 'about payment']],
    ['latest articles on x402', ['about x402']],
    ["what's new about payments?", ['about payments?']],
    ['the article about Michelson', ['about Michelson']],
    ['how many free articles are there', ['/articles?tier=free', 'caches']],
    ['kostenlose Artikel über Schlüssel', ['/articles?tier=free', 'caches', 'about Schlüssel']],
    ['Artikel zum Thema Schlüssel von Linh', ['/authors/linh', 'locks', 'about Schlüssel']],
    ['Wie viele Artikel gibt es?', ['/articles', 'caches', 'locks']],
  ])('is of a topic or a number: %s', (text, request) => {
    expect(find(text)).toEqual(request);
  });

  it.each([
    'How are articles published?',
    'Why are paid articles paid?',
    'free articles about',
    'what does the article about caching say on Vary',
    'payment articles',
    'do paid agents read free articles',
    'What do free articles cost to serve?',
    'articles by Unknown',
    'tagged unknown',
    'list all',
    'by Ada Lovelace and by Nguyen Linh',
    'tagged locks and tagged http-caching',
    'what is free',
    'How do articles get a tag?',
    '',
    'new '.repeat(40),
  ])('is none of: %s', (text) => {
    expect(find(text)).toBeUndefined();
  });
});
