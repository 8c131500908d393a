import { describe, expect, it } from 'vitest';
import { isArticleQuestion } from './page-paths.ts';

describe('a question to one article', () => {
  const isQuestion = (url: string) => isArticleQuestion(new URL(url, 'https://quire.test'));

  it.each(['/articles/one.md?ask=why', '/articles/one.md?ref=feed&ask=', '/articles/one/question.md?ask=why'])(
    'is `ask` on its Markdown: %s',
    (url) => {
      expect(isQuestion(url)).toBe(true);
    },
  );

  it.each([
    '/articles/one.md',
    '/articles/one.md?utm_source=feed',
    '/articles/one/question.md?utm_source=feed',
    '/articles/one.bib?ask=why',
    '/articles/one?ask=why',
    '/articles/one/versions/1.md?ask=why',
  ])('is not another query or another page: %s', (url) => {
    expect(isQuestion(url)).toBe(false);
  });
});
