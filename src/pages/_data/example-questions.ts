import type { PublicArticle } from '../../content/library/library.ts';
import { publication } from '../../publication/publication.ts';

const shown = 3;
type Asked = Pick<PublicArticle, 'questions' | 'retracted'>;

/** Offered where a reader may ask: what the owner says, what authors say that their articles answer, or titles. */
export function exampleQuestions(articles: readonly (Asked & Pick<PublicArticle, 'title'>)[]): readonly string[] {
  if (publication.questions) return publication.questions;
  const asked = chooseQuestions(articles);
  if (asked.length > 0) return asked;
  return articles
    .filter(({ retracted }) => !retracted)
    .map(({ title }) => title)
    .slice(0, shown);
}

/** The first question of each of the newest articles that answer one, as their authors wrote it. */
export function chooseQuestions(articles: readonly Asked[]): string[] {
  return articles
    .filter(({ retracted }) => !retracted)
    .flatMap(({ questions }) => questions.slice(0, 1).map(({ text }) => text))
    .slice(0, shown);
}
