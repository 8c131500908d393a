import type { Searchable, Synonyms } from './engine.ts';
import { type Sentence, type SentenceKind, sentenceKinds, splitSentences } from './sentences.ts';
import { createVocabulary } from './vocabulary.ts';

type Section = Searchable['sections'][number];

/** The head of an article (title, description, tags, authors, questions) or one of its sections, analysed. */
export interface Entry {
  /** Term numbers, sentence after sentence. */
  terms: readonly number[];
  /** How each sentence ends: in `terms`, and in the bytes of the entry's text. */
  sentences: readonly { kind: SentenceKind; termEnd: number; textEnd: number }[];
}

export type EntryReader = ReturnType<typeof createEntryReader>;

/**
 * Analyses articles; indexes that share sections share a reader, which analyses them once.
 * @param synonyms a section that has one of the words is also found by its aliases
 */
export function createEntryReader(synonyms: Synonyms = []) {
  const vocabulary = createVocabulary();
  const known = new WeakMap<Section, Entry>();
  const aliases = synonyms.flatMap((entry) => {
    const term = vocabulary.read(entry.term);
    const words = vocabulary.read(entry.aliases.join(' '));
    return term.length > 0 && words.length > 0 ? [{ term, words }] : [];
  });
  const aliasesByStart = Map.groupBy(aliases, ({ term }) => term[0] ?? -1);

  return {
    /** The term of each number. */
    terms: vocabulary.terms,
    /** The head of an article, and its sections. */
    read: ({ title, description, tags, authors, questions, sections }: Searchable) => ({
      head: readEntry([
        { kind: 'title', text: title },
        ...splitSentences(description),
        { kind: 'fact', text: [...tags, ...authors].join(' ') },
        ...questions.map((text) => ({ kind: 'question' as const, text })),
      ]),
      sections: sections.map(readSection),
    }),
  };

  function readSection(section: Section): Entry {
    const found = known.get(section);
    if (found) return found;
    const entry = addAliases(readEntry([{ kind: 'heading', text: section.heading }, ...splitSentences(section.text)]));
    known.set(section, entry);
    return entry;
  }

  function readEntry(given: readonly Sentence[]): Entry {
    const terms: number[] = [];
    let textEnd = 0;
    const sentences = given.map(({ kind, text }) => {
      for (const term of vocabulary.read(text)) terms.push(term);
      if (isText(kind)) textEnd += Buffer.byteLength(text);
      return { kind, termEnd: terms.length, textEnd };
    });
    return { terms, sentences };
  }

  function addAliases({ terms, sentences }: Entry): Entry {
    const added = terms.flatMap((start, at) =>
      (aliasesByStart.get(start) ?? [])
        .filter(({ term }) => term.every((number, ahead) => terms[at + ahead] === number))
        .flatMap(({ words }) => words),
    );
    if (added.length === 0) return { terms, sentences };
    const textEnd = sentences.at(-1)?.textEnd ?? 0;
    const last = { kind: 'alias', termEnd: terms.length + added.length, textEnd } as const;
    return { terms: [...terms, ...added], sentences: [...sentences, last] };
  }
}

/** Whether a sentence is of the text that is kept; the others are titles, headings and facts. */
export function isText(kind: SentenceKind): boolean {
  return sentenceKinds.indexOf(kind) >= sentenceKinds.indexOf('sentence');
}
