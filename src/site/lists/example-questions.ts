import { publication } from '../../library/current-publication.ts';
import type { PublicArticle } from '../../library/library.ts';

const shown = 3;
type HttpRequest = Pick<PublicArticle, 'questions' | 'retracted'>;

/** Offered where a reader may ask: what the owner says, what authors say that their articles answer, or titles. */
export function exampleQuestions(articles: readonly (HttpRequest & Pick<PublicArticle, 'title'>)[]): readonly string[] {
  if (publication.questions) return publication.questions;
  const request = chooseQuestions(articles);
  if (request.length > 0) return request;
  return articles
    .filter(({ retracted }) => !retracted)
    .map(({ title }) => title)
    .slice(0, shown);
}

/** The first question of each of the newest articles that answer one, as their authors wrote it. */
export function chooseQuestions(articles: readonly HttpRequest[]): string[] {
  return articles
    .filter(({ retracted }) => !retracted)
    .flatMap(({ questions }) => questions.slice(0, 1).map(({ text }) => text))
    .slice(0, shown);
}
