import type { Searchable, SearchEngine } from '../../src/search/engine.ts';

/** A few lines of counting words in place of the index, for tests that are about something else. */
export function countingEngine(articles: readonly Searchable[]): SearchEngine {
  return {
    search({ text, limit, isVisible, isWanted = () => true, hasContext = false }) {
      const words = text
        .toLowerCase()
        .split(/\W+/)
        .filter((word) => word.length > 2);
      return articles
        .filter(({ slug }) => isVisible(slug) && isWanted(slug))
        .flatMap((article) => {
          const all = [article.title, article.description, ...article.sections.map((section) => section.text)]
            .join(' ')
            .toLowerCase();
          const found = words.filter((word) => all.includes(word)).length;
          const section = article.sections[0];
          if (found === 0) return [];
          return [
            {
              slug: article.slug,
              sectionId: section?.id ?? null,
              heading: section?.heading ?? '',
              snippet: section?.text ?? '',
              isDescription: section === undefined,
              ...(hasContext && section ? { context: section.text } : {}),
              terms: new Set(words),
              score: Math.round((100 * found) / words.length),
              confidence: 'likely' as const,
            },
          ];
        })
        .sort((a, b) => b.score - a.score || (a.slug < b.slug ? -1 : 1))
        .slice(0, limit);
    },
    related: (limit, isVisible) => (slug) =>
      articles
        .map((article) => article.slug)
        .filter((other) => other !== slug && isVisible(other))
        .slice(0, limit),
  };
}
