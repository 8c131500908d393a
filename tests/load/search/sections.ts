import { buildIndex } from '../../../src/search/build.ts';
import { openIndex } from '../../../src/search/flexsearch-engine.ts';
import { bestOf, createBm25 } from './bm25.ts';
import type { Glued } from './glued.ts';

/** 1 for each right section that Quire chose, and that plain BM25 over the same sections chose; else 0. */
interface Chosen {
  ours: number[];
  bm25: number[];
}

/**
 * Asks glued articles their questions.
 * @returns of each pair of a question and an article that answers it and is among the first hundred whether the section
 *   is right; and of each question whether the section that is named first is
 */
export function judgeSections({ articles, request }: Glued): { pairs: Chosen; first: Chosen } {
  const engine = openIndex(buildIndex(articles));
  const bySlug = new Map(articles.map(({ slug, sections }) => [slug, sections]));
  const score = createBm25(articles.flatMap(({ sections }) => sections));
  const pairs: Chosen = { ours: [], bm25: [] };
  const first: Chosen = { ours: [], bm25: [] };
  for (const { text, right } of request) {
    if (right.size === 0) continue;
    const found = engine.search({ text, limit: 100, minScore: 0, isVisible: () => true });
    const scores = score(text);
    const isRight = (slug: string, section: string | null) => Number(right.get(slug)?.has(section ?? '') ?? false);
    const best = bestOf([...scores.keys()], scores);
    first.ours.push(isRight(found[0]?.slug ?? '', found[0]?.sectionId ?? null));
    first.bm25.push(Math.max(...[...right.values()].map((sections) => Number(sections.has(best)))));
    for (const { slug, sectionId } of found) {
      const sections = bySlug.get(slug) ?? [];
      if (!right.has(slug) || sections.length < 2) continue;
      pairs.ours.push(isRight(slug, sectionId));
      pairs.bm25.push(
        isRight(
          slug,
          bestOf(
            sections.map(({ id }) => id ?? ''),
            scores,
          ),
        ),
      );
    }
  }
  return { pairs, first };
}
