import type { ArticleFilter } from '../../core/article-groups.ts';
import { isLanguageTag } from '../../library/language-tag.ts';
import type { PublicArticle } from '../../library/library.ts';
import { parseListQuery } from './list-query.ts';

/** The properties that results must have. Anything invalid counts as absent: this is a page for people. */
export type SearchFilters = Pick<ArticleFilter, (typeof filterNames)[number]>;

export const filterNames = ['tier', 'language', 'author', 'tag'] as const;

/** Values of one property: the chosen one, or those of the results, most frequent first. */
export interface FilterChoices {
  name: (typeof filterNames)[number];
  values: readonly string[];
}

/** Maximum values to choose from: they are beside the results, not in their place. */
const maxValues = 8;

export function parseFilters(parameters: URLSearchParams): SearchFilters {
  const { page: _, ...filters } = parseListQuery(parameters);
  const language = parameters.get('language') ?? '';
  return { ...filters, language: isLanguageTag(language) ? language : undefined };
}

export function hasFilters(filters: SearchFilters): boolean {
  return filterNames.some((name) => filters[name] !== undefined);
}

/** The choices that narrow these results: each property in which they differ, and each that was chosen. */
export function listChoices(found: readonly PublicArticle[], filters: SearchFilters): FilterChoices[] {
  return filterNames.flatMap((name) => {
    const chosen = filters[name];
    if (chosen !== undefined) return [{ name, values: [chosen] }];
    const counts = new Map<string, number>();
    for (const article of found)
      for (const value of readValues(article)[name]) counts.set(value, (counts.get(value) ?? 0) + 1);
    const values = [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value);
    return values.length > 1 ? [{ name, values: values.slice(0, maxValues) }] : [];
  });
}

function readValues({ tier, language, authors, tags }: PublicArticle): Record<FilterChoices['name'], string[]> {
  return { tier: [tier], language: [language], author: authors.map(({ id }) => id), tag: tags };
}
