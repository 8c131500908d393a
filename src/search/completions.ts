import { Index } from 'flexsearch';
import type { GlossaryTerm, PublicArticle } from '../library/library.ts';
import { fold } from '../words/fold.ts';
import type { Completer, Completion } from './engine.ts';
import { decodeIndex, encodeIndex, type IndexSource, openLines, toLines } from './index-file.ts';
import { fillIndex, packLists, splitByScore } from './inverted-index.ts';

const order: Record<Completion['kind'], number> = { article: 0, term: 1, section: 2, tag: 3 };
/** A title that begins with the word ranks above one that contains it later; FlexSearch needs no other positions. */
const options = { tokenize: 'forward', resolution: 2, encode: extractWords } as const;
const maxTextLength = 200;
const maxCandidates = 200;

type Completable = Pick<PublicArticle, 'slug' | 'title' | 'tier' | 'tags' | 'outline'>;

/** The file of a completer: FlexSearch's own forward index, by whose lists each beginning of each word is found. */
export function buildCompletions(articles: readonly Completable[], glossary: readonly GlossaryTerm[]): Uint8Array {
  const entries: Completion[] = [
    ...articles.flatMap(listArticle),
    ...glossary.flatMap(({ term, aliases, definition, sectionId }) =>
      [term, ...aliases].map((text): Completion => ({ kind: 'term', text, sectionId, definition })),
    ),
    ...[...new Set(articles.flatMap(({ tags }) => tags))].sort().map((text): Completion => ({ kind: 'tag', text })),
  ];
  const index = new Index(options);
  for (const [number, { text }] of entries.entries()) index.add(number, text);
  // Names are completed as they are written, whatever their language: `und` is an undetermined one.
  return Buffer.concat(encodeIndex(new Map([['entries', toLines(entries)], ...packLists(index)]), ['und']));
}

/**
 * Opens a file of `buildCompletions`. The lists are in memory; the texts are read when an answer needs them.
 * @throws Error when another version built it
 */
export function openCompletions(source: IndexSource): Completer {
  const blocks = decodeIndex(source);
  const entryOf = openLines<Completion>(blocks, 'entries');
  const index = fillIndex(new Index(options), blocks, (list) => splitByScore(list).map((slot) => [...slot]));
  return {
    complete(text, { limit, isVisible }) {
      const words = extractWords(text.slice(0, maxTextLength));
      const begins = (name: string) => extractWords(name)[0]?.startsWith(words[0] ?? '');
      const found = findLongestEnd(words, index)
        .map(entryOf)
        .filter(isVisible)
        .map((entry) => ({ entry, rank: order[entry.kind] * 2 + (begins(entry.text) ? 0 : 1) }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ entry }) => entry);
      const byName = Map.groupBy(found, ({ kind, text }) => `${kind} ${text}`);
      return [...byName.values()].flatMap(([first]) => first ?? []).slice(0, limit);
    },
  };
}

/** A question often begins with words that no title contains. The last words count: as many of them as match. */
function findLongestEnd(words: readonly string[], index: Index): number[] {
  for (let from = 0; from < words.length; from += 1) {
    const found = index.search(words.slice(from).join(' '), { limit: maxCandidates });
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
function extractWords(typed: string): string[] {
  return fold(typed).match(/[\p{L}\p{N}]+/gu) ?? [];
}
