/**
 * How long the articles of this repository are, whole and by section.
 * Quoted in content/articles/reading-an-article-by-section.md. Run: node tests/load/article-figures/section-sizes.ts
 */
import { median, report } from './machine.ts';
import { readOwnArticles, wordsOf } from './own-articles.ts';

/** Limits named in the article, in characters. */
const limits = [5_000, 50_000];

const measured = readOwnArticles().map(({ slug, open, sold }) => {
  const markdown = open + sold;
  const sections = markdown
    .split(/^(?=## )/m)
    .filter((section) => section.startsWith('## '))
    .map((section) => ({ characters: section.length, words: wordsOf(section).length }));
  return { slug, characters: markdown.length, words: wordsOf(markdown).length, sections };
});

report(
  'Each article',
  measured.map(({ slug, characters, words, sections }) => ({
    slug,
    characters,
    words,
    sections: sections.length,
    'median section': median(sections.map((section) => section.characters)),
    'longest section': Math.max(...sections.map((section) => section.characters)),
  })),
);

const all = measured.flatMap(({ sections }) => sections);
const whole = measured.map(({ characters }) => characters);
const summary = [
  { what: 'article', count: measured.length, median: median(whole), longest: Math.max(...whole) },
  {
    what: 'section',
    count: all.length,
    median: median(all.map(({ characters }) => characters)),
    longest: Math.max(...all.map(({ characters }) => characters)),
  },
];
report('Characters of markdown', summary);
report(
  'What fits',
  limits.map((limit) => ({
    limit,
    articles: `${whole.filter((characters) => characters <= limit).length} of ${whole.length}`,
    sections: `${all.filter(({ characters }) => characters <= limit).length} of ${all.length}`,
  })),
);
const shares = measured.map(({ characters, sections }) => median(sections.map((s) => s.characters)) / characters);
console.log(`a median section is ${(100 * median(shares)).toFixed(0)} % of its article (median over articles)`);
