import { findGrammar } from '../words/grammars.ts';
import { extractWords, toTerms } from './analyse.ts';
import type { Searchable, Synonyms } from './engine.ts';
import { settings } from './ranking-weights.ts';
import { type Sentence, type SentenceKind, splitSentences } from './sentences.ts';

type Section = Searchable['sections'][number];

/** The head of an article (title, description, tags, authors, questions of no section) or one of its sections, analysed. */
export interface Entry {
  /** Sentence after sentence, by their places in the reader's `terms`. */
  terms: readonly number[];
  /** The distinct words, aliases among them, by their places in the reader's `words`. */
  words: Uint32Array;
  /** How each sentence ends: in `terms`, and in the bytes of the entry's text. */
  sentences: readonly { kind: SentenceKind; termEnd: number; textEnd: number }[];
}

export type EntryReader = ReturnType<typeof createEntryReader>;

const textKinds: ReadonlySet<SentenceKind> = new Set(['sentence', 'fragment', 'row', 'caption']);

/**
 * Analyses articles; indexes that share sections share a reader, which analyses them once.
 * @param synonyms a section that has one of the words is also found by its aliases
 * @param language BCP 47, in which an article is written that names no other
 * @returns `read` gives the head of an article, then its sections; `terms`, `words`, folded, and `languages` are all that were met so far
 */
export function createEntryReader(synonyms: Synonyms = [], language = 'en') {
  const terms: string[] = [];
  const numbers = new Map<string, number>();
  const known = new WeakMap<Section, Entry>();
  const words: string[] = [];
  /** The language of each word, and the numbers of the words of each: languages differ in what they make of a word. */
  const languageOf: string[] = [];
  const wordNumbers = new Map<string, Map<string, number>>([[language, new Map()]]);
  let reading = language;
  /** Most words have one term, and a list of one would take a third longer to read. */
  const termsOfWord: (number | readonly number[])[] = [];
  /** The last entry that had each word. */
  const lastEntries: number[] = [];
  let entriesRead = 0;
  const aliases = synonyms.map(({ term, aliases }) => {
    const added = extractWords(aliases.join(' ')).map(numberOf);
    return { term: extractWords(term).map(numberOf).flatMap(termsOfNumber), added };
  });
  const aliasesByStart = Map.groupBy(aliases, ({ term }) => term[0]);

  const read = ({ title, description, tags, authors, questions, sections, ...article }: Searchable): Entry[] => {
    reading = article.language ?? language;
    const ask = (id: string | null) =>
      questions.filter(({ sectionId }) => sectionId === id).map(({ text }) => ({ kind: 'question' as const, text }));
    const head = readEntry([
      { kind: 'title', text: title },
      ...splitSentences(description),
      { kind: 'fact', text: [...tags, ...authors].join(' ') },
      ...ask(null),
      { kind: 'alias', text: (article.references ?? []).join(' ') },
    ]);
    return [head, ...sections.map((section) => readSection(section, section.id === null ? [] : ask(section.id)))];
  };
  return { language, languages: () => [...wordNumbers.keys()], terms, words, languageOf, read };

  function numberOf(word: string): number {
    const known = wordNumbers.get(reading) ?? new Map<string, number>();
    const seen = known.get(word);
    if (seen !== undefined) return seen;
    const all = toTerms(word, findGrammar(reading)).map((term) => {
      const number = numbers.get(term) ?? terms.length;
      if (number === terms.length) numbers.set(term, terms.push(term) - 1);
      return number;
    });
    termsOfWord.push(all.length === 1 ? (all[0] ?? all) : all);
    wordNumbers.set(reading, known.set(word, words.push(word) - 1));
    languageOf.push(reading);
    return words.length - 1;
  }

  function termsOfNumber(word: number): number | readonly number[] {
    return termsOfWord[word] ?? [];
  }

  function readSection(section: Section, questions: readonly Sentence[]): Entry {
    const found = known.get(section);
    if (found) return found;
    const { heading, text } = section;
    const entry = addAliases(readEntry([{ kind: 'heading', text: heading }, ...splitSentences(text), ...questions]));
    known.set(section, entry);
    return entry;
  }

  function readEntry(given: readonly Sentence[]): Entry {
    const terms: number[] = [];
    const distinct: number[] = [];
    entriesRead += 1;
    let textEnd = 0;
    const sentences = given.map(({ kind, text }) => {
      for (const word of extractWords(text)) {
        const number = numberOf(word);
        if (lastEntries[number] !== entriesRead) distinct.push(number);
        lastEntries[number] = entriesRead;
        const found = termsOfNumber(number);
        if (typeof found === 'number') terms.push(found);
        else for (const term of found) terms.push(term);
      }
      if (textKinds.has(kind)) textEnd += Buffer.byteLength(text);
      return { kind, termEnd: terms.length, textEnd };
    });
    return { terms, words: Uint32Array.from(distinct), sentences };
  }

  function addAliases(entry: Entry): Entry {
    const { terms, words, sentences } = entry;
    const addedWords: number[] = [];
    for (const [at, start] of terms.entries()) {
      for (const alias of aliasesByStart.get(start) ?? [])
        if (alias.term.every((term, ahead) => terms[at + ahead] === term)) addedWords.push(...alias.added);
    }
    if (addedWords.length === 0) return entry;
    const added = addedWords.flatMap(termsOfNumber);
    const textEnd = sentences.at(-1)?.textEnd ?? 0;
    const last = { kind: 'alias', termEnd: terms.length + added.length, textEnd } as const;
    return {
      terms: [...terms, ...added],
      words: Uint32Array.from([...words, ...addedWords]),
      sentences: [...sentences, last],
    };
  }
}

/** The words of some articles, folded, those of most sections first. */
export function listCommonWords(articles: readonly Searchable[], reader: EntryReader): string[] {
  const counts = new Map<number, number>();
  for (const { words } of articles.flatMap(reader.read))
    for (const number of words) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts]
    .map(([number, count]) => ({ word: reader.words[number] ?? '', count }))
    .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

/** The number of an entry's terms, weighted by field. Aliases lengthen nothing: questions without them are answered as if there were none. */
export function measureLength({ sentences }: Entry): number {
  let length = 0;
  let start = 0;
  for (const { kind, termEnd } of sentences) {
    if (kind !== 'alias') length += (termEnd - start) * settings.fieldWeights[kind];
    start = termEnd;
  }
  return length;
}

/** The distinct terms of an entry, and how often it has each, weighted by field. */
export function countTerms({ terms, sentences }: Entry): Map<number, number> {
  const counts = new Map<number, number>();
  let at = 0;
  for (const { kind, termEnd } of sentences) {
    for (; at < termEnd; at++) {
      const term = terms[at] ?? 0;
      counts.set(term, (counts.get(term) ?? 0) + settings.fieldWeights[kind]);
    }
  }
  return counts;
}
