import { publication } from '../../library/current-publication.ts';
import type { PublicArticle } from '../../library/library.ts';

const shown = 3;
type WithQuestions = Pick<PublicArticle, 'questions' | 'retracted'>;

/**
 * Example questions for readers: the configured ones, else questions that authors say their articles answer, else
 * titles.
 */
export function exampleQuestions(
  articles: readonly (WithQuestions & Pick<PublicArticle, 'title'>)[],
): readonly string[] {
  if (publication.questions) return publication.questions;
  const chosen = chooseQuestions(articles);
  if (chosen.length > 0) return chosen;
  return articles
    .filter(({ retracted }) => !retracted)
    .map(({ title }) => title)
    .slice(0, shown);
}

/** The first question of each of the newest articles that have one, in their authors' words. */
export function chooseQuestions(articles: readonly WithQuestions[]): string[] {
  return articles
    .filter(({ retracted }) => !retracted)
    .flatMap(({ questions }) => questions.slice(0, 1).map(({ text }) => text))
    .slice(0, shown);
}
