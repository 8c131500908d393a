import { Index } from 'flexsearch';
import { analyse } from './analyse.ts';
import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { impactOf, inverseFrequency, type Slots, slotOf } from './impact.ts';
import { encodeIndex, sha256 } from './index-file.ts';
import { packKeywords } from './keywords.ts';
import { createArticleCounter, packPostings } from './postings.ts';
import { settings } from './settings.ts';

/** What FlexSearch is given as text; no term has a line feed. */
const entryAtHand = '\n';

/**
 * Builds the index file of some articles; the same articles always give the same bytes.
 *
 * FlexSearch is the inverted index: its `score` option puts every term of an entry in the slot of its BM25F impact,
 * so a posting list comes out ordered by impact and search only has to add up.
 */
export function buildIndex(articles: readonly Searchable[]): Uint8Array {
  const averages = averageLengths(articles);
  const articleOfEntry: number[] = [];
  const terms = new Set<string>();
  let slots = new Map<string, number>();
  const index = new Index({
    tokenize: 'strict',
    resolution: settings.slots,
    // FlexSearch's own encoder caches by the clock, which makes builds differ. Here it stands for the terms of the entry at hand.
    encode: (text) => (text === entryAtHand ? [...slots.keys()] : [text]),
    score: (_terms, term) => slots.get(term) ?? settings.slots - 1,
  });
  articles.forEach((article, number) => {
    for (const { kind, frequencies, length } of entriesOf(article)) {
      slots = new Map();
      for (const [term, frequency] of frequencies) {
        terms.add(term);
        slots.set(term, slotOf(impactOf(frequency, length / averages[kind])));
      }
      index.add(articleOfEntry.length, entryAtHand);
      articleOfEntry.push(number);
    }
  });

  const sorted = [...terms].sort();
  // FlexSearch leaves out the slots that stay empty.
  const lists = sorted.map(
    (term): Slots => Array.from(index.search(term, { resolve: false }).result, (entries) => entries ?? []),
  );
  const matches = lists.map(createArticleCounter(articleOfEntry));
  const idf = matches.map((count) => inverseFrequency(count, articles.length));
  const blocks = {
    ...packArticles(articles),
    terms: Buffer.from(sorted.join('\n')),
    ...packPostings(lists, matches, articleOfEntry.length),
    keywords: packKeywords(lists, idf, articleOfEntry.length),
  };
  return encodeIndex(blocks, sha256(jsonOf(articles)));
}

/** One at a time: together they may be more than a string can hold. */
function* jsonOf(articles: readonly Searchable[]): Generator<string> {
  for (const article of articles) yield JSON.stringify(article);
}

type Kind = 'whole' | 'section';

interface Entry {
  kind: Kind;
  /** Field-weighted occurrences by term. */
  frequencies: Map<string, number>;
  /** In terms. */
  length: number;
}

function averageLengths(articles: readonly Searchable[]): Record<Kind, number> {
  const totals = { whole: 0, section: 0 };
  let sections = 0;
  for (const article of articles) {
    sections += article.sections.length;
    for (const { kind, length } of entriesOf(article)) totals[kind] += length;
  }
  return { whole: totals.whole / articles.length || 1, section: totals.section / sections || 1 };
}

type Field = readonly [terms: readonly string[], weight: number];

/** The entries of one article: all of it, then each section, which also has the title. */
function entriesOf(article: Searchable): Entry[] {
  const title: Field = [analyse(article.title), settings.titleWeight];
  const summary: Field = [analyse([article.description, ...article.tags, ...article.authors].join(' ')), 1];
  const sections = article.sections.map(({ heading, text }): Field[] => [
    [analyse(heading), settings.headingWeight],
    [analyse(text), 1],
  ]);
  return [
    weigh('whole', [title, summary, ...sections.flat()]),
    ...sections.map((fields) => weigh('section', [title, ...fields])),
  ];
}

function weigh(kind: Kind, fields: readonly Field[]): Entry {
  const frequencies = new Map<string, number>();
  let length = 0;
  for (const [terms, weight] of fields) {
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + weight);
    length += terms.length;
  }
  return { kind, frequencies, length };
}
