/**
 * How much of a paid article a search box gives away, and what a differential test sees.
 * The paid texts are those of this repository. Quoted in content/articles/what-never-to-index.md.
 * Run: node tests/load/article-figures/search-oracle.ts
 */
import MiniSearch from 'minisearch';
import { report } from './machine.ts';
import { type OwnArticle, readOwnArticles, wordsOf } from './own-articles.ts';

const articles = readOwnArticles();
const paid = articles.filter(({ isPaid }) => isPaid);

type TextOf = (article: OwnArticle) => string;
interface Hit {
  slug: string;
  score: number;
}
type Search = (query: string) => Hit[];

const publicText: TextOf = ({ title, description, open }) => `${title} ${description} ${wordsOf(open).join(' ')}`;
const wholeText: TextOf = (article) => `${publicText(article)} ${wordsOf(article.sold).join(' ')}`;

function createSearch(list: readonly OwnArticle[], textOf: TextOf): Search {
  const index = new MiniSearch<{ slug: string; text: string }>({ idField: 'slug', fields: ['text'] });
  index.addAll(list.map((article) => ({ slug: article.slug, text: textOf(article) })));
  return (query) => index.search(query).map(({ id, score }) => ({ slug: String(id), score }));
}

/** Three designs, each as a stranger meets it. */
const designs: Record<string, (list: readonly OwnArticle[]) => Search> = {
  'whole texts indexed': (list) => createSearch(list, wholeText),
  'whole texts indexed, paid hits shown only if public words match': (list) => {
    const whole = createSearch(list, wholeText);
    const open = createSearch(list, publicText);
    return (query) => {
      const allowed = new Set(open(query).map(({ slug }) => slug));
      return whole(query).filter(({ slug }) => allowed.has(slug));
    };
  },
  'public words indexed': (list) => createSearch(list, publicText),
};

/**
 * Without numbers: the article that quotes these figures is among the articles, and its numbers would count themselves.
 */
const dictionary = [...new Set(articles.flatMap((article) => wordsOf(publicText(article))))].filter(
  (word) => word.length > 3 && /[a-z]/.test(word),
);
const isNumber = (word: string) => /^\d+$/.test(word);

/** Words that stand in the sold part of an article and nowhere in its public part. */
function secretsOf(article: OwnArticle): Set<string> {
  const known = new Set(wordsOf(publicText(article)));
  return new Set(wordsOf(article.sold).filter((word) => !known.has(word)));
}

function probe(search: Search, article: OwnArticle, guesses: readonly string[]): Set<string> {
  return new Set(guesses.filter((guess) => search(guess).some(({ slug }) => slug === article.slug)));
}

const numbers = Array.from({ length: 10_000 }, (_, i) => String(i));
const recovery = paid.map((article) => {
  const secrets = secretsOf(article);
  const words = [...secrets].filter((word) => word.length > 3 && !isNumber(word));
  const figures = [...secrets].filter((word) => isNumber(word) && word.length <= 4);
  const search = createSearch(articles, wholeText);
  const found = probe(search, article, dictionary);
  const foundFigures = probe(search, article, numbers);
  return {
    article: article.slug,
    'secret words': words.length,
    'found by dictionary': words.filter((word) => found.has(word)).length,
    'secret numbers': figures.length,
    'found by counting to 9,999': figures.filter((figure) => foundFigures.has(figure)).length,
  };
});
report(`Probing an index of whole texts: ${dictionary.length} public words, 10,000 numbers`, recovery);

/** The same library with every sold part replaced by other words of another length. */
const swapped = articles.map((article) => ({
  ...article,
  sold: article.isPaid ? 'entirely different sold words '.repeat(40) : '',
}));
const queries = [...dictionary, ...paid.flatMap((article) => [...secretsOf(article)]).slice(0, 2000)];
const differential = Object.entries(designs).map(([design, create]) => {
  const before = create(articles);
  const after = create(swapped);
  const differs = queries.filter((query) => JSON.stringify(before(query)) !== JSON.stringify(after(query)));
  const listDiffers = queries.filter(
    (query) =>
      before(query)
        .map(({ slug }) => slug)
        .join() !==
      after(query)
        .map(({ slug }) => slug)
        .join(),
  );
  return {
    design,
    queries: queries.length,
    'answers that differ': differs.length,
    'in their order or members': listDiffers.length,
  };
});
report('Swap every sold text: how many anonymous answers change?', differential);
