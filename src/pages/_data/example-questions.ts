import type { PublicArticle } from '../../content/library/library.ts';

const shown = 3;

/** Offered where a reader may ask: the first question of each of the newest articles that answer one, as their authors wrote it. */
export function chooseQuestions(articles: readonly Pick<PublicArticle, 'questions' | 'retracted'>[]): string[] {
  return articles
    .filter(({ retracted }) => !retracted)
    .flatMap(({ questions }) => questions.slice(0, 1))
    .slice(0, shown);
}
