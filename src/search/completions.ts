import { Index } from 'flexsearch';
import type { GlossaryTerm, PublicArticle } from '../content/library/library.ts';
import { fold } from '../words/fold.ts';
import type { Completer, Completion } from './engine.ts';
import { exportChunks } from './inverted-index.ts';

interface File {
  entries: Completion[];
  /** What FlexSearch exports. */
  chunks: [key: string, data: string][];
}

const order: Record<Completion['kind'], number> = { article: 0, term: 1, section: 2, tag: 3 };
const options = { tokenize: 'forward', encode: wordsOf } as const;
const longestText = 200;
const mostCandidates = 200;

type Completable = Pick<PublicArticle, 'slug' | 'title' | 'tier' | 'tags' | 'outline'>;

/** The file of a completer: FlexSearch's own forward index, by whose lists each beginning of each word is found. */
export function buildCompletions(articles: readonly Completable[], glossary: readonly GlossaryTerm[]): string {
  const entries: Completion[] = [
    ...articles.flatMap(listArticle),
    ...glossary.flatMap(({ term, aliases, definition, sectionId }) =>
      [term, ...aliases].map((text): Completion => ({ kind: 'term', text, sectionId, definition })),
    ),
    ...[...new Set(articles.flatMap(({ tags }) => tags))].sort().map((text): Completion => ({ kind: 'tag', text })),
  ];
  const index = new Index(options);
  for (const [number, { text }] of entries.entries()) index.add(number, text);
  return JSON.stringify({ entries, chunks: exportChunks(index) } satisfies File);
}

/** Opens a file of `buildCompletions`. */
export function loadCompletions(file: string): Completer {
  const { entries, chunks }: File = JSON.parse(file);
  const index = new Index(options);
  for (const [key, data] of chunks) index.import(key, data);
  return {
    complete(text, { limit, isVisible }) {
      const words = wordsOf(text.slice(0, longestText));
      const seen = new Set<string>();
      return findLongestEnd(words, index)
        .flatMap((number) => entries[number] ?? [])
        .filter(isVisible)
        .map((entry) => {
          const begins = wordsOf(entry.text)[0]?.startsWith(words[0] ?? '');
          return { entry, rank: order[entry.kind] * 2 + (begins ? 0 : 1) };
        })
        .sort((a, b) => a.rank - b.rank)
        .filter(({ entry }) => {
          const name = `${entry.kind} ${entry.text}`;
          return !seen.has(name) && seen.add(name);
        })
        .slice(0, limit)
        .map(({ entry }) => entry);
    },
  };
}

/** A question is begun by words that stand in no title: what is typed last counts, with as much before it as is found. */
function findLongestEnd(words: readonly string[], index: Index): number[] {
  for (let from = 0; from < words.length; from += 1) {
    const found = index.search(words.slice(from).join(' '), { limit: mostCandidates });
    if (found.length > 0) return found.map(Number);
  }
  return [];
}

function listArticle({ slug, title, tier, outline }: Completable): Completion[] {
  return [
    { kind: 'article', text: title, slug, tier },
    ...outline.map(
      (entry): Completion => ({ kind: 'section', text: entry.title, slug, tier, sectionId: entry.id, title }),
    ),
  ];
}

/** Words as they are typed. */
function wordsOf(typed: string): string[] {
  return fold(typed).match(/[\p{L}\p{N}]+/gu) ?? [];
}
