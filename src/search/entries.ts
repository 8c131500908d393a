import type { Searchable } from './engine.ts';
import { settings } from './settings.ts';
import { createTermCounter, type TermCounts } from './term-counts.ts';

/** Terms, and for how many words of text each of them counts. */
export type Field = readonly [terms: TermCounts, weight: number];

export interface ArticleFields {
  title: Field;
  summary: Field;
  sections: readonly (readonly Field[])[];
}

/** What a posting is about: an article as a whole, or one section, which also has the title. */
export interface Entry {
  kind: 'whole' | 'section';
  fields: readonly Field[];
  /** In terms. */
  length: number;
}

/** Counts the terms of articles. For indexes that share sections, which are then analysed once. */
export interface FieldReader {
  read(article: Searchable): ArticleFields;
  /** The term of each number. */
  readonly terms: readonly string[];
}

export function createFieldReader(): FieldReader {
  const { count, terms } = createTermCounter();
  const known = new WeakMap<Searchable['sections'][number], readonly Field[]>();

  function readSection(section: Searchable['sections'][number]): readonly Field[] {
    const found = known.get(section);
    if (found) return found;
    const fields: readonly Field[] = [
      [count(section.heading), settings.headingWeight],
      [count(section.text), 1],
    ];
    known.set(section, fields);
    return fields;
  }

  return {
    terms,
    read: ({ title, description, tags, authors, sections }) => ({
      title: [count(title), settings.titleWeight],
      summary: [count([description, ...tags, ...authors].join(' ')), 1],
      sections: sections.map(readSection),
    }),
  };
}

/** The entries of one article, the whole first. */
export function listEntries({ title, summary, sections }: ArticleFields): Entry[] {
  return [
    entryOf('whole', [title, summary, ...sections.flat()]),
    ...sections.map((fields) => entryOf('section', [title, ...fields])),
  ];
}

function entryOf(kind: Entry['kind'], fields: readonly Field[]): Entry {
  return { kind, fields, length: fields.reduce((sum, [{ length }]) => sum + length, 0) };
}

/** Adds up the field-weighted occurrences of each term, one entry at a time. */
export function createWeigher(): (entry: Entry, hear: (term: number, frequency: number) => void) => void {
  const frequencies: number[] = [];
  return ({ fields }, hear) => {
    const found: number[] = [];
    for (const [{ kept, start, end }, weight] of fields) {
      for (let at = start; at < end; at += 2) {
        const term = kept[at] ?? 0;
        const frequency = frequencies[term] ?? 0;
        if (frequency === 0) found.push(term);
        frequencies[term] = frequency + (kept[at + 1] ?? 0) * weight;
      }
    }
    for (const term of found) {
      hear(term, frequencies[term] ?? 0);
      frequencies[term] = 0;
    }
  };
}
