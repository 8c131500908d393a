import type { GlossaryTerm, PublicArticle } from '../../src/library/library.ts';
import { indexBeginnings, listCompletables, packCompletions } from '../../src/search/completions.ts';

/** The file of a completer, without results of earlier builds. @param commonWords the most common first */
export function buildCompletions(
  articles: readonly PublicArticle[],
  glossary: readonly GlossaryTerm[],
  commonWords: readonly string[] = [],
): Uint8Array {
  const completables = listCompletables(articles, glossary, commonWords);
  return packCompletions(completables, indexBeginnings(completables.names.map(({ text }) => text)));
}
