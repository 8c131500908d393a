import { expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import type { PublicArticle } from '../../library/library.ts';
import { choosePlates, findCloth } from './cloth.ts';
import { drawArticle } from './plate.ts';
import { drawPlate, type PlateFormat } from './plate-drawing.ts';
import { readStructure } from './structure.ts';

const formats: PlateFormat[] = ['hero', 'half', 'card', 'thumb', 'band'];

/** An article with sections of so many words; the html has one citation and one table in its second section. */
function withSections(slug: string, words: readonly number[], free = words.length): PublicArticle {
  const html = words
    .slice(0, free)
    .map(
      (_, at) => `<h2 id="s${at}">S</h2><p>x</p>${at === 1 ? '<a role="doc-biblioref">1</a><figure></figure>' : ''}`,
    );
  const article = makeArticle({ slug });
  return {
    ...article,
    words: words.reduce((sum, count) => sum + count, 0),
    outline: words.map((count, at) => ({ depth: 2, title: 'S', id: `s${at}`, words: count, isFree: at < free })),
    body: { ...article.body, html: html.join('') },
  };
}

const draw = (article: PublicArticle, format: PlateFormat = 'hero') =>
  drawPlate({ sections: readStructure(article), slug: article.slug, cloth: 0, isRetracted: false }, format);

it('reads the text of an article once while its plate is in use, and forgets it among thousands of others', () => {
  let reads = 0;
  const article = withSections('counted', [300, 400]);
  const { body } = article;
  Object.defineProperty(article, 'body', {
    get() {
      reads += 1;
      return body;
    },
  });
  const drawOthers = (count: number) => {
    for (let number = 0; number < count; number++) readStructure(withSections(`other-${number}`, [10]));
  };
  const first = readStructure(article);
  for (let round = 0; round < 3; round++) {
    drawOthers(900);
    expect(readStructure(article)).toEqual(first);
  }
  expect(reads).toBe(1);
  drawOthers(3_000);
  expect(readStructure(article)).toEqual(first);
  expect(reads).toBe(2);
});

it('draws a thumb once, and again in another cloth when an earlier article is released', () => {
  const article = withSections('one', [100, 200]);
  const earlier = { ...withSections('earlier', [100]), date: '2020-01-01' };
  const thumb = (released: readonly PublicArticle[]) => drawArticle(article, { format: 'thumb', released });
  const alone = [article];
  expect(thumb(alone)).toBe(thumb(alone));
  expect(thumb([article, earlier])).not.toBe(thumb(alone));
  expect(thumb(alone)).not.toBe(drawArticle(article, { format: 'card', released: alone }));
});

it('draws the same article the same, and another one differently', () => {
  expect(draw(withSections('one', [100, 200]))).toBe(draw(withSections('one', [100, 200])));
  expect(draw(withSections('two', [100, 200]))).not.toBe(draw(withSections('one', [100, 200])));
});

it.each([
  ['without a word', []],
  ['of 32,000 words in 40 sections', Array.from({ length: 40 }, () => 800)],
])('draws an article %s in whole numbers and under 4.5 KB', (_, words) => {
  for (const format of formats) {
    const svg = draw(withSections('any', words), format);
    expect(svg.length).toBeLessThan(4_600);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  }
});

it('knows of a paid section how long it is, and nothing else', () => {
  const [, paid] = readStructure(withSections('one', [100, 200], 1));
  expect(paid).toEqual({ words: 200, isOpen: false, citations: [], figures: [] });
});

it('puts citations and figures where they are in their section', () => {
  const [first, second] = readStructure(withSections('one', [100, 200]));
  expect([first?.citations, first?.figures]).toEqual([[], []]);
  expect([second?.citations.length, second?.figures.length]).toEqual([1, 1]);
  expect(second?.citations[0]).toBeGreaterThan(0);
  expect(second?.citations[0]).toBeLessThan(1);
});

it('sews small neighbours together and never a free section to a paid one', () => {
  const sections = readStructure(withSections('one', Array(30).fill(100), 1));
  expect(sections.map(({ isOpen }) => isOpen)).toEqual([true, ...Array(13).fill(false)]);
  expect(sections.reduce((sum, { words }) => sum + words, 0)).toBe(3_000);
});

it('gives neighbours by date different cloths, and keeps a cloth when a newer article is released', () => {
  const dates = ['2026-01-03', '2026-01-02', '2026-01-02', '2026-01-01'];
  const articles = dates.map((date, at) => makeArticle({ slug: `a${at}`, date }));
  const cloths = articles.map((article) => findCloth(article, articles));
  expect(new Set(cloths).size).toBe(4);
  const later = [makeArticle({ slug: 'new', date: '2026-02-01' }), ...articles];
  expect(articles.map((article) => findCloth(article, later))).toEqual(cloths);
});

it('puts at most four plates at the head of a list, each of another cloth, in the order of the list', () => {
  const days = ['01', '02', '03', '04', '05', '06', '07', '08'];
  const articles = days.map((day) => ({ ...makeArticle({ slug: `day-${day}` }), date: `2026-01-${day}` }));
  const choose = (...of: number[]) =>
    choosePlates(
      of.flatMap((at) => articles[at] ?? []),
      articles.toReversed(),
    ).map(({ slug }) => slug);
  expect(choose(7, 6, 1, 0)).toEqual(['day-08', 'day-07']);
  expect(choose(0, 1, 2, 3, 4, 5)).toEqual(['day-01', 'day-02', 'day-03', 'day-04']);
  expect(choose()).toEqual([]);
});
