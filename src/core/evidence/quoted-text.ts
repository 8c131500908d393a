import { LRUCache } from 'lru-cache';
import { decodeReferences } from '../../library/character-references.ts';
import type { ArticleBody } from '../../library/library.ts';
import { type FoldedText, type FoldedWord, foldText, listFoldedWords } from '../../search/folded-text.ts';

/** A text in which quotes are looked for. Each view of it is computed at its first use. */
export interface QuotedText {
  markdown: string;
  folded(): FoldedText;
  words(): readonly FoldedWord[];
  /** Indexes at which each pair of words begins. */
  pairs(): ReadonlyMap<string, readonly number[]>;
  /**
   * The words of its page as a browser copies them: blocks on lines of their own, other white space as single spaces.
   */
  page(): string;
  foldedPage(): FoldedText;
}

/**
 * The key is the text itself, because the library reads a body again for each response. The complete text of a paid
 * article and its public part are two texts. The words of a text take sixty times the space of its characters.
 */
const prepared = new LRUCache<string, QuotedText>({
  maxSize: 1_000_000,
  sizeCalculation: (_, markdown) => markdown.length + 1,
});

export function prepareText(body: ArticleBody): QuotedText {
  const { markdown } = body;
  const known = prepared.get(markdown);
  if (known) return known;
  const folded = once(() => foldText(markdown));
  const words = once(() => listFoldedWords(folded().text));
  const page = once(() => readPageText(body.html));
  const text: QuotedText = {
    markdown,
    folded,
    words,
    pairs: once(() => indexPairs(words())),
    page,
    foldedPage: once(() => foldText(page())),
  };
  prepared.set(markdown, text);
  return text;
}

export function pairAt(words: readonly FoldedWord[], index: number): string {
  return `${words[index]?.word} ${words[index + 1]?.word}`;
}

function indexPairs(words: readonly FoldedWord[]): Map<string, number[]> {
  const pairs = new Map<string, number[]>();
  for (let index = 0; index + 1 < words.length; index += 1) {
    const pair = pairAt(words, index);
    const known = pairs.get(pair);
    if (known) known.push(index);
    else pairs.set(pair, [index]);
  }
  return pairs;
}

function readPageText(html: string): string {
  const text = html
    .replaceAll(/<(annotation|svg|style|script)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(
      /<\/?(?:p|[uod]l|li|h[1-6]|t[dhr]|table|div|pre|blockquote|fig\w+|d[td]|br|section|aside)\b[^>]*>/g,
      '\n',
    )
    .replaceAll(/<[^>]*>/g, '');
  return decodeReferences(text).replaceAll(/ *\n[\s]*/g, '\n');
}

function once<Value>(compute: () => Value): () => Value {
  let computed: { value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}
