import { grammarOf } from '../words/grammars.ts';
import { termsOf, wordsOf } from './analyse.ts';
import type { Searchable, Synonyms } from './engine.ts';
import { type Sentence, type SentenceKind, splitSentences } from './sentences.ts';
import { settings } from './settings.ts';

type Section = Searchable['sections'][number];

/** The head of an article (title, description, tags, authors, questions of no section) or one of its sections, analysed. */
export interface Entry {
  /** Sentence after sentence, by their places in the reader's `terms`. */
  terms: readonly number[];
  /** How each sentence ends: in `terms`, and in the bytes of the entry's text. */
  sentences: readonly { kind: SentenceKind; termEnd: number; textEnd: number }[];
}

export type EntryReader = ReturnType<typeof createEntryReader>;

const textKinds: ReadonlySet<SentenceKind> = new Set(['sentence', 'fragment', 'row']);

/**
 * Analyses articles; indexes that share sections share a reader, which analyses them once.
 * @param synonyms a section that has one of the words is also found by its aliases
 * @param language BCP 47, in which they are written
 * @returns `read` gives the head of an article, then its sections; `terms` are all that were met so far
 */
export function createEntryReader(synonyms: Synonyms = [], language = 'en') {
  const terms: string[] = [];
  const numbers = new Map<string, number>();
  const known = new WeakMap<Section, Entry>();
  /** Most words have one term, and a list of one would take a third longer to read. */
  const numbersOfWord = new Map<string, number | readonly number[]>();
  const aliases = synonyms.map((known) =>
    [known.term, known.aliases.join(' ')].map((text) => wordsOf(text).flatMap(numbersOf)),
  );
  const aliasesByStart = Map.groupBy(aliases, ([term]) => term?.[0]);

  const read = ({ title, description, tags, authors, questions, sections }: Searchable): Entry[] => {
    const ask = (id: string | null) =>
      questions.filter(({ sectionId }) => sectionId === id).map(({ text }) => ({ kind: 'question' as const, text }));
    const head = readEntry([
      { kind: 'title', text: title },
      ...splitSentences(description),
      { kind: 'fact', text: [...tags, ...authors].join(' ') },
      ...ask(null),
    ]);
    return [head, ...sections.map((section) => readSection(section, section.id === null ? [] : ask(section.id)))];
  };
  return { language, terms, read };

  function numbersOf(word: string): number | readonly number[] {
    const seen = numbersOfWord.get(word);
    if (seen !== undefined) return seen;
    const all = termsOf(word, grammarOf(language)).map((term) => {
      const number = numbers.get(term) ?? terms.length;
      if (number === terms.length) numbers.set(term, terms.push(term) - 1);
      return number;
    });
    const found = all.length === 1 ? (all[0] ?? all) : all;
    numbersOfWord.set(word, found);
    return found;
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
    let textEnd = 0;
    const sentences = given.map(({ kind, text }) => {
      for (const word of wordsOf(text)) {
        const found = numbersOf(word);
        if (typeof found === 'number') terms.push(found);
        else for (const term of found) terms.push(term);
      }
      if (textKinds.has(kind)) textEnd += Buffer.byteLength(text);
      return { kind, termEnd: terms.length, textEnd };
    });
    return { terms, sentences };
  }

  function addAliases({ terms, sentences }: Entry): Entry {
    const added: number[] = [];
    for (const [at, start] of terms.entries()) {
      for (const [term = [], words = []] of aliasesByStart.get(start) ?? [])
        if (term.every((word, ahead) => terms[at + ahead] === word)) added.push(...words);
    }
    if (added.length === 0) return { terms, sentences };
    const textEnd = sentences.at(-1)?.textEnd ?? 0;
    const last = { kind: 'alias', termEnd: terms.length + added.length, textEnd } as const;
    return { terms: [...terms, ...added], sentences: [...sentences, last] };
  }
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
