import { publication } from '../../library/current-publication.ts';
import type { PublicArticle } from '../../library/library.ts';

const shown = 3;
type HttpRequest = Pick<PublicArticle, 'questions' | 'retracted'>;

/**
 * Example questions for readers: the configured ones, else questions that authors say their articles answer, else
 * titles.
 */
export function exampleQuestions(articles: readonly (HttpRequest & Pick<PublicArticle, 'title'>)[]): readonly string[] {
  if (publication.questions) return publication.questions;
  const request = chooseQuestions(articles);
  if (request.length > 0) return request;
  return articles
    .filter(({ retracted }) => !retracted)
    .map(({ title }) => title)
    .slice(0, shown);
}

/** The first question of each of the newest articles that have one, in their authors' words. */
export function chooseQuestions(articles: readonly HttpRequest[]): string[] {
  return articles
    .filter(({ retracted }) => !retracted)
    .flatMap(({ questions }) => questions.slice(0, 1).map(({ text }) => text))
    .slice(0, shown);
}
