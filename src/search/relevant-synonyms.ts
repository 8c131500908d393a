import { findGrammar } from '../words/grammars.ts';
import { extractWords, toTerms } from './analyse.ts';
import type { AnalysedArticle } from './analysed-article.ts';
import type { Synonyms } from './engine.ts';
import { toBytes } from './index-file.ts';
import { hashTexts } from './text-numbers.ts';

/** Lists hashes of the terms of some articles, each once, in order. */
export function hashTerms(articles: readonly AnalysedArticle[]): Uint8Array {
  const distinct = new Set(articles.flatMap(({ terms }) => terms));
  return toBytes(firstHashes([...distinct]).sort());
}

/** The first of the two hashes of each text. */
function firstHashes(texts: readonly string[]): Uint32Array {
  return hashTexts(texts).filter((_, at) => at % 2 === 0);
}

/**
 * Prepares a search for the synonyms that some articles may have, so that what is built of the others does not depend
 * on them: an acronym that one article introduces is one for all that have it or its meaning.
 * @param language BCP 47, that of the index
 * @returns gives those whose terms are all in a list of `hashTerms`, in their order, and now and then another one
 */
export function indexSynonyms(synonyms: Synonyms, language: string): (hashes: Uint32Array) => Synonyms {
  const grammar = findGrammar(language);
  const byFirst = new Map<number, { at: number; others: Uint32Array }[]>();
  for (const [at, { term }] of synonyms.entries()) {
    const [first, ...others] = firstHashes(extractWords(term).flatMap((word) => toTerms(word, grammar)));
    if (first === undefined) continue;
    const known = byFirst.get(first);
    const entry = { at, others: Uint32Array.from(others) };
    if (known) known.push(entry);
    else byFirst.set(first, [entry]);
  }
  return (hashes) => {
    const found: number[] = [];
    let all: Set<number> | undefined;
    for (let place = 0; place < hashes.length; place += 1) {
      for (const { at, others } of byFirst.get(hashes[place] ?? 0) ?? []) {
        all ??= new Set(hashes);
        if (others.every((hash) => all?.has(hash))) found.push(at);
      }
    }
    return found.sort((one, other) => one - other).flatMap((at) => synonyms[at] ?? []);
  };
}
