import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ask, askJson, bearer, newKey } from '../support/client.ts';

const List = z.object({ data: z.array(z.object({ slug: z.string(), tier: z.string(), title: z.string() })) });
const Full = z.object({ markdown: z.string() });

const askArticle = (slug: string, question: string, init?: RequestInit) =>
  ask(`/articles/${slug}.md?ask=${encodeURIComponent(question)}`, init);

/** Plain sentences of more than ten words, without markup. */
const sentencesOf = (markdown: string) => markdown.match(/(?<=[.\n] ?)[A-Z][\w ,'-]{70,200}\./g) ?? [];

describe('?ask= on the Markdown of an article', () => {
  let articles: z.infer<typeof List>['data'];
  let key: string;

  beforeAll(async () => {
    articles = (await askJson('/api/v1/articles?per_page=100', List)).data;
    key = await newKey();
  });

  it('quotes the section of this article that answers, and no shared cache stores it', async () => {
    const free = articles.find(({ tier }) => tier === 'free');
    const response = await askArticle(free?.slug ?? '', free?.title ?? '');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/markdown/);
    expect(response.headers.get('cache-control')).toContain('no-store');
    const text = await response.text();
    expect(text).toContain(`# ${free?.title}`);
    expect(text).toMatch(/\n> \S/);
    expect(text).toContain(`/articles/${free?.slug}`);
    const plain = await ask(`/articles/${free?.slug}.md`);
    expect(await plain.text()).not.toContain('Question:');
  });

  it('answers from the public part of a paid article, and from all of it with a key', async () => {
    const paid = articles.filter(({ tier }) => tier === 'paid').map(({ slug }) => slug);
    let compared = 0;
    for (const slug of paid.slice(0, 4)) {
      const whole = (await askJson(`/api/v1/articles/${slug}`, Full, bearer(key))).markdown;
      const preview = await (await ask(`/articles/${slug}.md`)).text();
      const sentence = sentencesOf(whole).findLast((one) => !preview.includes(one));
      if (!sentence) continue;
      const words = sentence.split(' ').slice(0, 6).join(' ');
      const anonymous = await (await askArticle(slug, sentence)).text();
      const [, ...rest] = anonymous.split(/\nQuestion: .*\n/);
      expect(rest.join('')).not.toContain(words);
      const opened = await askArticle(slug, sentence, bearer(key));
      expect(opened.headers.get('cache-control')).toContain('private');
      const [, ...answer] = (await opened.text()).split(/\nQuestion: .*\n/);
      if (answer.join('').includes(words)) compared += 1;
    }
    expect(compared).toBeGreaterThan(0);
  });

  it.each([
    ['ask=', '`ask` is blank'],
    ['ask=a&ask=b', 'Send `ask` once'],
    [`ask=${'x'.repeat(1_001)}`, 'at most 1,000 characters'],
  ])('says what is wrong with a question', async (query, message) => {
    const response = await ask(`/articles/${articles[0]?.slug}.md?${query}`);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(message);
  });

  it('does not exist for an article that does not', async () => {
    expect((await askArticle('no-such-article', 'What?')).status).toBe(404);
  });
});
