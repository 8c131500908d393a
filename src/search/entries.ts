import { analyse } from './analyse.ts';
import type { Searchable, Synonyms } from './engine.ts';
import { type Sentence, type SentenceKind, splitSentences } from './sentences.ts';
import { settings } from './settings.ts';

type Section = Searchable['sections'][number];

/** The head of an article (title, description, tags, authors, questions) or one of its sections, analysed. */
export interface Entry {
  /** Sentence after sentence. */
  terms: readonly string[];
  /** How each sentence ends: in `terms`, and in the bytes of the entry's text. */
  sentences: readonly { kind: SentenceKind; termEnd: number; textEnd: number }[];
}

export type EntryReader = ReturnType<typeof createEntryReader>;

const textKinds: ReadonlySet<SentenceKind> = new Set(['sentence', 'fragment', 'row']);

/**
 * Analyses articles; indexes that share sections share a reader, which analyses them once.
 * @param synonyms a section that has one of the words is also found by its aliases
 * @param language BCP 47, in which they are written
 * @returns `read` gives the head of an article, then its sections
 */
export function createEntryReader(synonyms: Synonyms = [], language = 'en') {
  const known = new WeakMap<Section, Entry>();
  const analyseHere = (text: string) => analyse(text, language);
  const aliases = synonyms.map((known) => [known.term, known.aliases.join(' ')].map(analyseHere));
  const aliasesByStart = Map.groupBy(aliases, ([term]) => term?.[0]);

  const read = ({ title, description, tags, authors, questions, sections }: Searchable): Entry[] => [
    readEntry([
      { kind: 'title', text: title },
      ...splitSentences(description),
      { kind: 'fact', text: [...tags, ...authors].join(' ') },
      ...questions.map((text) => ({ kind: 'question' as const, text })),
    ]),
    ...sections.map(readSection),
  ];
  return { language, read };

  function readSection(section: Section): Entry {
    const found = known.get(section);
    if (found) return found;
    const entry = addAliases(readEntry([{ kind: 'heading', text: section.heading }, ...splitSentences(section.text)]));
    known.set(section, entry);
    return entry;
  }

  function readEntry(given: readonly Sentence[]): Entry {
    const terms: string[] = [];
    let textEnd = 0;
    const sentences = given.map(({ kind, text }) => {
      for (const term of analyseHere(text)) terms.push(term);
      if (textKinds.has(kind)) textEnd += Buffer.byteLength(text);
      return { kind, termEnd: terms.length, textEnd };
    });
    return { terms, sentences };
  }

  function addAliases({ terms, sentences }: Entry): Entry {
    const added = terms.flatMap((start, at) =>
      (aliasesByStart.get(start) ?? [])
        .filter(([term = []]) => term.every((word, ahead) => terms[at + ahead] === word))
        .flatMap(([, words = []]) => words),
    );
    if (added.length === 0) return { terms, sentences };
    const textEnd = sentences.at(-1)?.textEnd ?? 0;
    const last = { kind: 'alias', termEnd: terms.length + added.length, textEnd } as const;
    return { terms: [...terms, ...added], sentences: [...sentences, last] };
  }
}

/** The distinct terms of an entry, and how often it has each, weighted by field. */
export function countTerms({ terms, sentences }: Entry): Map<string, number> {
  const counts = new Map<string, number>();
  let at = 0;
  for (const { kind, termEnd } of sentences) {
    for (; at < termEnd; at++) {
      const term = terms[at] ?? '';
      counts.set(term, (counts.get(term) ?? 0) + settings.fieldWeights[kind]);
    }
  }
  return counts;
}
