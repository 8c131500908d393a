import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Searchable, SearchEngine } from '../../src/search/engine.ts';
import { bestOf, createBm25 } from '../load/search/bm25.ts';

/** A question with the section that its writer had in mind. */
const HttpRequest = z.object({ slug: z.string(), section: z.string(), question: z.string() });
/** 2: answers the question by itself; 1: in part; 0: not. Null is the head of an article. */
const Judgement = z.object({ slug: z.string(), section: z.string().nullable(), grade: z.literal([0, 1, 2]) });

const natural = z
  .object({ answered: z.array(HttpRequest), unanswered: z.array(z.string()), everyday: z.array(z.string()) })
  .parse(readFixture('natural-questions'));

/** Each written before any engine was asked, and never chosen by what one found; the first on an earlier `content/`. */
export const questionSets = {
  first: natural.answered,
  second: z.array(HttpRequest).parse(readFixture('readers-questions')),
  third: z.array(HttpRequest).parse(readFixture('visitors-questions')),
} as const;

const KeyedQuestion = z.object({
  question: z.string(),
  slug: z.string(),
  section: z.string().nullable(),
  /** Texts of which one must be in a passage that answers; empty for a question that no short text answers. */
  keys: z.array(z.string()),
});

/** Written from the articles alone, before any engine was asked, and never changed since. */
export const keyedQuestions = z.array(KeyedQuestion).parse(readFixture('answer-keys'));

/**
 * As above, about `content/` as it was on 2026-11-25, by a reader who had not seen the authors' questions. Ten have
 * their answer in a paid section, of which no text is public.
 */
export const unseenQuestions = z.array(KeyedQuestion).parse(readFixture('unseen-questions'));

/**
 * As above, of the free articles of `content/` as they were on 2026-11-26, by somebody who had read the engine: written
 * before any of them was asked, to choose among passages and sections without `unseenQuestions`.
 */
export const sectionQuestions = z.array(KeyedQuestion).parse(readFixture('section-questions'));

/**
 * The first passage of `/ask` for each of `unseenQuestions`, read in full on 2026-11-25 by one reader: whether it
 * answers the question by itself. A passage of another section has to be read again.
 */
export const readAnswers = z
  .array(
    z.object({
      question: z.string(),
      first: z.object({ slug: z.string(), section: z.string().nullable() }),
      answers: z.enum(['yes', 'partly', 'no']),
    }),
  )
  .parse(readFixture('read-passages'));

/**
 * Questions by kind with the article of `content/` that answers, written by somebody who knew the articles and the
 * engine.
 */
export const kindsOfQuestions = z
  .record(z.string(), z.array(z.object({ question: z.string(), slug: z.string() })))
  .parse(readFixture('kinds-of-questions'));

/** Whether an article still has the section that answers a question, with the words that do. */
export function stillHolds(articles: readonly Searchable[], { slug, section, keys }: z.infer<typeof KeyedQuestion>) {
  const found = articles.find((article) => article.slug === slug)?.sections.find(({ id }) => id === section);
  return found !== undefined && keys.every((key) => flatten(found.text).includes(flatten(key)));
}

/**
 * How many questions find their article and their section first, their section among both of the first article, and
 * their key on the first page of `/ask`.
 */
export function countKeyed(engine: SearchEngine, request: readonly z.infer<typeof KeyedQuestion>[]) {
  const found = { questions: request.length, articles: 0, sections: 0, 'two sections': 0, keys: 0, unanswered: 0 };
  for (const { question, slug, section, keys } of request) {
    const hits = engine.search({ text: question, limit: 10, quote: 'answer', hasNext: true, isVisible: () => true });
    const [first] = hits;
    if (first === undefined) found.unanswered += 1;
    if (first?.slug === slug) found.articles += 1;
    if (first?.slug === slug && first.sectionId === section) found.sections += 1;
    if (first?.slug === slug && [first, first.next].some((quoted) => quoted?.sectionId === section))
      found['two sections'] += 1;
    const passages = hits.flatMap(({ snippet, next }) => [snippet, next?.snippet ?? '']).map(flatten);
    if (keys.some((key) => passages.some((passage) => passage.includes(flatten(key))))) found.keys += 1;
  }
  return found;
}

/** Questions that nothing here is about. */
export const strangers = natural.unanswered;

/** More of them, about everyday life in everyday words. */
export const everydayStrangers = natural.everyday;

export const judgements = new Map(
  Object.entries(z.record(z.string(), z.array(Judgement)).parse(readFixture('judgements'))),
);

/** What an engine names first for a question. */
export type FirstAnswer = (question: string) => { slug: string; section: string | null } | undefined;

/**
 * How many questions have an article that answers first, how many a section that does, and how many first sections
 * nobody judged.
 */
export interface Found {
  articles: number;
  sections: number;
  unjudged: number;
}

export function countAnswers(find: FirstAnswer, request: readonly z.infer<typeof HttpRequest>[]): Found {
  const found = { articles: 0, sections: 0, unjudged: 0 };
  for (const { question } of request) {
    const first = find(question);
    if (first === undefined) continue;
    const judged = judgements.get(question)?.filter(({ slug }) => slug === first.slug) ?? [];
    const grade = judged.find(({ section }) => section === first.section)?.grade;
    if (judged.some((one) => one.grade === 2)) found.articles += 1;
    if (grade === 2) found.sections += 1;
    if (grade === undefined) found.unjudged += 1;
  }
  return found;
}

/** An engine as it is served, with the lowest score below which it gives no answer. */
export function askEngine(engine: SearchEngine): FirstAnswer {
  return (text) => {
    const [hit] = engine.search({ text, limit: 1, isVisible: () => true });
    return hit && { slug: hit.slug, section: hit.sectionId };
  };
}

/**
 * Plain BM25 over sections, each with the title of its article, and with the author's questions where they belong or
 * without those of a section; the best section stands for a head that is best. It always answers.
 */
export function askBm25(articles: readonly Searchable[], has: { sectionQuestions: boolean }): FirstAnswer {
  const places = articles.flatMap(({ slug, title, description, tags, questions, sections }) => {
    const ask = (id: string | null) => questions.filter(({ sectionId }) => sectionId === id).map(({ text }) => text);
    const askSection = (id: string | null) => (has.sectionQuestions && id !== null ? ask(id) : []);
    return [
      { slug, section: null, heading: [title, ...ask(null)].join(' '), text: [description, ...tags].join(' ') },
      ...sections.map(({ id, heading, text }) => ({
        slug,
        section: id,
        heading: [title, heading, ...askSection(id)].join(' '),
        text,
      })),
    ];
  });
  const score = createBm25(places.map(({ heading, text }, at) => ({ id: String(at), heading, text })));
  return (question) => {
    const scores = score(question);
    const best = places[Number(bestOf([...scores.keys()], scores))];
    if (scores.size === 0 || best === undefined || best.section !== null) return scores.size === 0 ? undefined : best;
    const own = [...places.keys()].filter((at) => places[at]?.slug === best.slug && places[at]?.section !== null);
    return places[Number(bestOf(own.map(String), scores))];
  };
}

function flatten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').toLowerCase();
}

function readFixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/search/${name}.json`, import.meta.url), 'utf8'));
}
