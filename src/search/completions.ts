import { Index } from 'flexsearch';
import { LRUCache } from 'lru-cache';
import { findFirst } from '../library/find-first.ts';
import { openFrame, packFrame } from '../library/frame.ts';
import type { GlossaryTerm, PublicArticle } from '../library/library.ts';
import { compareText } from '../library/list-files.ts';
import { fold, foldWords } from '../words/fold.ts';
import type { Completer, Completion } from './engine.ts';
import {
  decodeIndex,
  encodeIndex,
  type IndexBlocks,
  type IndexSource,
  openLines,
  packLines,
  toBytes,
} from './index-file.ts';
import { type ListPlace, lookUpTerms, openListed, packLists, splitByScore } from './inverted-index.ts';

const order: Record<Completion['kind'], number> = { article: 0, term: 1, section: 2, tag: 3 };
/** A title that begins with the word ranks above one that contains it later; FlexSearch needs no other positions. */
const options = { tokenize: 'forward', resolution: 2, encode: foldWords } as const;
const maxTextLength = 200;
const maxCandidates = 200;
/** The most common words, by whose beginnings the last word of a text is found. */
const maxWords = 20_000;
/** How many words a beginning stands for. */
const wordsOfBeginning = 4;
const lastWord = /[\p{L}\p{N}]+$/u;

type Completable = Pick<PublicArticle, 'slug' | 'title' | 'tier' | 'tags' | 'outline'>;

/** Texts to complete: names, and the words by whose beginnings the last word of a text is found. */
export interface Completables {
  names: readonly Completion[];
  words: readonly string[];
}

/** The names of articles, sections, terms and tags. */
export function listNames(articles: readonly Completable[], glossary: readonly GlossaryTerm[]): Completion[] {
  return [
    ...articles.flatMap(listArticle),
    ...glossary.flatMap(({ term, aliases, definition, id }) =>
      [term, ...aliases].map((text): Completion => ({ kind: 'term', text, id, definition })),
    ),
    ...[...new Set(articles.flatMap(({ tags }) => tags))].sort().map((text): Completion => ({ kind: 'tag', text })),
  ];
}

/** @param commonWords the words of public texts, the most common first */
export function listWords(commonWords: readonly string[]): string[] {
  return [...new Set(commonWords.flatMap(foldWords))].slice(0, maxWords);
}

/**
 * Indexes texts by each beginning of each word, which takes most of the time of `packCompletions`.
 * @returns the blocks of FlexSearch's own forward index, in a frame
 */
export function indexBeginnings(texts: readonly string[]): Buffer {
  const index = new Index(options);
  for (const [number, text] of texts.entries()) index.add(number, text);
  const lists = packLists(index);
  return packFrame(
    lists.map(([name]) => name),
    lists.map(([, bytes]) => bytes),
  );
}

/** The file of a completer. @param indexed output of `indexBeginnings` of the names */
export function packCompletions({ names, words }: Completables, indexed: Buffer): Uint8Array {
  const order = [...words.keys()].sort((one, other) => compareText(words[one] ?? '', words[other] ?? ''));
  // Names are completed as they are written, whatever their language: `und` is an undetermined one.
  const blocks = new Map([
    ...packLines('entries', names),
    ...openIndexed(indexed),
    ['words', Buffer.from(order.map((rank) => words[rank]).join('\n'))],
    ['wordRanks', toBytes(order)],
  ]);
  return Buffer.concat([...encodeIndex(blocks, ['und'])]);
}

function openIndexed(bytes: Buffer): [name: string, bytes: Uint8Array][] {
  const { head, blocks } = openFrame<string[]>(bytes);
  return blocks.map((block, at) => [head[at] ?? '', block]);
}

/** Numbers of the lists that are in memory: those used last. */
const cachedNumbers = 500_000;

/** Opens the output of `packLists`. As arrays in memory, the lists would be larger than all else of an article. */
function openNames(blocks: IndexBlocks): Index {
  const cache = new LRUCache<number, number[][], ListPlace>({
    maxSize: cachedNumbers,
    maxEntrySize: cachedNumbers,
    sizeCalculation: (slots) => 1 + slots.reduce((sum, { length }) => sum + length, 0),
    memoMethod: (_, __, { context: { start, end } }) =>
      splitByScore(blocks.numbers('lists', start, end)).map((slot) => [...slot]),
  });
  return lookUpTerms(new Index(options), blocks, {
    terms: openListed(blocks),
    handOut: (place, number) => cache.memo(number, { context: place }),
  });
}

/**
 * Opens a file of `packCompletions`. Its words are read when the first is completed, lists and texts when an answer
 * needs them.
 * @throws Error when another version built it
 */
export function openCompletions(source: IndexSource): Completer {
  const blocks = decodeIndex(source);
  let opened: Completer | undefined;
  const open = () => (opened ??= openWords(blocks));
  return {
    extendLast: (text) => open().extendLast(text),
    complete: (text, about) => open().complete(text, about),
  };
}

function openWords(blocks: IndexBlocks): Completer {
  const entryOf = openLines<Completion>(blocks, 'entries');
  const index = openNames(blocks);
  const words = blocks.text('words').split('\n');
  const ranks = blocks.numbers('wordRanks');
  return {
    extendLast(text) {
      const [last] = lastWord.exec(text.slice(-maxTextLength)) ?? [];
      if (last === undefined) return text;
      const beginning = fold(last);
      const first = findFirst(words, { isAfter: (word) => compareText(word, beginning) >= 0 });
      // Other words that begin with a whole one would match what the search page does not find.
      if (words[first] === beginning) return text;
      let end = first;
      while (words[end]?.startsWith(beginning)) end += 1;
      const found = Array.from({ length: end - first }, (_, index) => first + index);
      found.sort((one, other) => (ranks[one] ?? 0) - (ranks[other] ?? 0));
      return [text, ...found.slice(0, wordsOfBeginning).map((at) => words[at])].join(' ');
    },
    complete(text, { limit, isVisible }) {
      const words = foldWords(text.slice(0, maxTextLength));
      const begins = (name: string) => foldWords(name)[0]?.startsWith(words[0] ?? '');
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
