import type { GlossaryTerm, PublicArticle } from '../../src/library/library.ts';
import { indexBeginnings, listNames, listWords, packCompletions } from '../../src/search/completions.ts';

/** The file of a completer, without results of earlier builds. @param commonWords the most common first */
export function buildCompletions(
  articles: readonly PublicArticle[],
  glossary: readonly GlossaryTerm[],
  commonWords: readonly string[] = [],
): Uint8Array {
  const names = listNames(articles, glossary);
  return packCompletions({ names, words: listWords(commonWords) }, indexBeginnings(names.map(({ text }) => text)));
}
