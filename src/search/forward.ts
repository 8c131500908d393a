import type { Searchable } from './engine.ts';
import { type Entry, type EntryReader, measureLength } from './entries.ts';
import { createNumbers, toBytes } from './index-file.ts';
import { packTerms } from './inverted-index.ts';
import { layOut, packQuotable } from './passage.ts';
import { sentenceKinds } from './sentences.ts';

/** Articles, and the entries of each. */
interface Read {
  articles: readonly Searchable[];
  entries: readonly (readonly Entry[])[];
  /** Whether the words of an article count for how common they are. */
  isCounted: (article: Searchable) => boolean;
}

/**
 * Packs the entries of articles in order: the forward index, from an entry to what can be quoted of it.
 * @param reader whose terms the entries have
 * @returns the blocks; the reader's terms in the order of this index's own numbers, and their numbers from 1: the index
 *   does not contain words of others that share the reader
 */
export function packForward({ articles, entries, isCounted }: Read, reader: Pick<EntryReader, 'terms'>) {
  const numbers = new Uint32Array(reader.terms.length);
  const order: number[] = [];
  const numberOf = (term: number) => {
    numbers[term] ||= order.push(term);
    return (numbers[term] ?? 0) - 1;
  };
  const quotables = createNumbers();
  const texts: Buffer[] = [];
  /** The end of each entry in the numbers of `packQuotable`, and of its text. */
  const ends: number[] = [];
  let textEnd = 0;
  for (const [number, { description, sections }] of articles.entries()) {
    for (const [at, entry] of (entries[number] ?? []).entries()) {
      const text = at === 0 ? description : (sections[at - 1]?.text ?? '');
      const laid = layOut(readSentences(Buffer.from(text), entry, entry.terms.map(numberOf)));
      const bytes = Buffer.from(laid.text);
      texts.push(bytes);
      textEnd += bytes.length;
      quotables.add(packQuotable(laid));
      ends.push(quotables.length(), textEnd);
    }
  }
  const counted = entries.filter((_, number) => articles.slice(number, number + 1).some(isCounted));
  const { sections, whole } = countMatches(counted, reader);
  const blocks: [string, Uint8Array][] = [
    ...packTerms(order.map((term) => reader.terms[term] ?? '')),
    ['matches', toBytes(order.map((term) => sections[term] ?? 0))],
    ['articleMatches', toBytes(order.map((term) => whole[term] ?? 0))],
    ['quotables', quotables.bytes()],
    ['quotableEnds', toBytes(ends)],
    ['texts', Buffer.concat(texts)],
    ['entryLengths', toBytes(entries.flat().map(measureLength))],
  ];
  return { blocks, order, numberOf };
}

/** @param terms those of the entry, by this index's own numbers */
function readSentences(text: Buffer, { sentences }: Entry, terms: Uint32Array) {
  return Array.from({ length: sentences.length / 3 }, (_, at) => {
    const [termEnd = 0, textEnd = 0, kind = 0] = sentences.subarray(3 * at, 3 * at + 3);
    const [termStart = 0, textStart = 0] = at === 0 ? [] : sentences.subarray(3 * at - 3, 3 * at - 1);
    return {
      kind: sentenceKinds[kind] ?? 'sentence',
      text: text.toString('utf8', textStart, textEnd),
      terms: terms.subarray(termStart, termEnd),
    };
  });
}

/**
 * In how many sections, and in how many articles, each of the reader's terms is. A word of the head alone counts as in
 * one section.
 */
function countMatches(articles: readonly (readonly Entry[])[], { terms }: Pick<EntryReader, 'terms'>) {
  const matches = { sections: new Uint32Array(terms.length), whole: new Uint32Array(terms.length) };
  /** The last section, and the last article, that had each term. */
  const lastSection = new Uint32Array(terms.length);
  const lastArticle = new Uint32Array(terms.length);
  let sections = 0;
  for (const [number, [head, ...others]] of articles.entries()) {
    const see = (counts: Uint32Array, term: number) => {
      counts[term] = (counts[term] ?? 0) + 1;
    };
    for (const section of others) {
      sections += 1;
      for (const term of section.terms) {
        if (lastSection[term] !== sections) see(matches.sections, term);
        lastSection[term] = sections;
        if (lastArticle[term] !== number + 1) see(matches.whole, term);
        lastArticle[term] = number + 1;
      }
    }
    for (const term of head?.terms ?? []) {
      if (lastArticle[term] === number + 1) continue;
      lastArticle[term] = number + 1;
      see(matches.sections, term);
      see(matches.whole, term);
    }
  }
  return matches;
}
