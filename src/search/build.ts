import { Index } from 'flexsearch';
import { packArticles } from './article-table.ts';
import type { Searchable } from './engine.ts';
import { impactOf, inverseFrequency, type Slots, slotOf } from './impact.ts';
import { encodeIndex } from './index-file.ts';
import { packKeywords } from './keywords.ts';
import { createArticleCounter, packPostings } from './postings.ts';
import { settings } from './settings.ts';
import { createTermCounter, type TermCounter, type TermCounts } from './term-counts.ts';

/** What FlexSearch is given as text; no term has a line feed. */
const entryAtHand = '\n';

/**
 * Builds the index file of some articles; the same articles always give the same bytes.
 *
 * FlexSearch is the inverted index: its `score` option puts every term of an entry in the slot of its BM25F impact,
 * so a posting list comes out ordered by impact and search only has to add up.
 * @param counter of indexes that share texts
 */
export function buildIndex(articles: readonly Searchable[], counter = createTermCounter()): Uint8Array {
  const fields = articles.map((article) => fieldsOf(article, counter.count));
  const averages = averageLengths(fields);
  const articleOfEntry: number[] = [];
  const seen = new Set<number>();
  let terms: string[] = [];
  let slots: number[] = [];
  const index = new Index({
    tokenize: 'strict',
    resolution: settings.slots,
    // FlexSearch's own encoder caches by the clock, which makes builds differ. Here it stands for the terms of the entry at hand.
    encode: (text) => (text === entryAtHand ? terms : [text]),
    score: (_terms, _term, at) => slots[at] ?? settings.slots - 1,
  });
  const weigh = createWeigher(counter);
  fields.forEach((article, number) => {
    for (const { kind, fields, length } of entriesOf(article)) {
      const relativeLength = length / averages[kind];
      terms = [];
      slots = [];
      weigh(fields, (term, frequency) => {
        seen.add(term);
        terms.push(counter.terms[term] ?? '');
        slots.push(slotOf(impactOf(frequency, relativeLength)));
      });
      index.add(articleOfEntry.length, entryAtHand);
      articleOfEntry.push(number);
    }
  });

  const sorted = [...seen].map((term) => counter.terms[term] ?? '').sort();
  // FlexSearch leaves out the slots that stay empty.
  const lists = sorted.map(
    (term): Slots => Array.from(index.search(term, { resolve: false }).result, (entries) => entries ?? []),
  );
  const matches = lists.map(createArticleCounter(articleOfEntry));
  const idf = matches.map((count) => inverseFrequency(count, articles.length));
  return encodeIndex({
    ...packArticles(articles),
    terms: Buffer.from(sorted.join('\n')),
    ...packPostings(lists, matches, articleOfEntry.length),
    keywords: packKeywords(lists, idf, articleOfEntry.length),
  });
}

type Field = readonly [terms: TermCounts, weight: number];

interface ArticleFields {
  title: Field;
  summary: Field;
  sections: readonly (readonly Field[])[];
}

interface Entry {
  kind: 'whole' | 'section';
  fields: readonly Field[];
  /** In terms. */
  length: number;
}

function fieldsOf(article: Searchable, count: (text: string) => TermCounts): ArticleFields {
  const { title, description, tags, authors, sections } = article;
  return {
    title: [count(title), settings.titleWeight],
    summary: [count([description, ...tags, ...authors].join(' ')), 1],
    sections: sections.map(({ heading, text }) => [
      [count(heading), settings.headingWeight],
      [count(text), 1],
    ]),
  };
}

/** The entries of one article: all of it, then each section, which also has the title. */
function entriesOf({ title, summary, sections }: ArticleFields): Entry[] {
  return [
    entryOf('whole', [title, summary, ...sections.flat()]),
    ...sections.map((fields) => entryOf('section', [title, ...fields])),
  ];
}

function entryOf(kind: Entry['kind'], fields: readonly Field[]): Entry {
  return { kind, fields, length: fields.reduce((sum, [{ length }]) => sum + length, 0) };
}

function averageLengths(articles: readonly ArticleFields[]): Record<Entry['kind'], number> {
  const totals = { whole: 0, section: 0 };
  let sections = 0;
  for (const article of articles) {
    sections += article.sections.length;
    for (const { kind, length } of entriesOf(article)) totals[kind] += length;
  }
  return { whole: totals.whole / articles.length || 1, section: totals.section / sections || 1 };
}

/** Adds up the field-weighted occurrences of each term, one entry at a time. */
function createWeigher(counter: TermCounter) {
  const frequencies: number[] = [];
  return (fields: readonly Field[], hear: (term: number, frequency: number) => void): void => {
    const found: number[] = [];
    for (const [counts, weight] of fields) {
      counter.forEach(counts, (term, count) => {
        const frequency = frequencies[term] ?? 0;
        if (frequency === 0) found.push(term);
        frequencies[term] = frequency + count * weight;
      });
    }
    for (const term of found) {
      hear(term, frequencies[term] ?? 0);
      frequencies[term] = 0;
    }
  };
}
