import { z } from 'zod';
import { Article, Tier, UpdatedSince } from '../../contract/schemas-articles.ts';
import { Confidence } from '../../contract/schemas-ask.ts';
import { Payment, Pricing } from '../../contract/schemas-payment.ts';
import type { ToolSpec } from './feature-types.ts';

export const PassageResult = z.object({
  heading: z.string(),
  url: z.url().meta({ description: 'The section in the page for people.' }),
  snippet: z
    .string()
    .meta({ description: 'Its best sentences; where none of it is public, those of the description of the article.' }),
});

/**
 * The schema of a question in plain language.
 */
export function createQuerySchema(description: string) {
  return z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .meta({ description: `${description}, up to 1,000 characters.` });
}

/** A model reads every result: more than five rarely help it. */
export const defaultLimit = 5;

export const ResultLimit = z
  .int()
  .min(1)
  .max(50)
  .optional()
  .meta({ description: `How many results at most, 1 to 50. Default ${defaultLimit}.` });

export const searchArticles = {
  name: 'search_articles',
  title: 'Search articles',
  description:
    'Finds research articles that bear on a question, best first, each with the section and sentence that match. Use it first, before get_article, whenever you need a source, a slug or evidence. Ask in plain words. Free and paid articles are found alike; with a subscriber credential the whole text of paid ones is searched too.',
  input: z.object({
    query: createQuerySchema('A question or key words in plain language'),
    limit: ResultLimit,
    offset: z
      .int()
      .min(0)
      .max(1000)
      .optional()
      .meta({ description: 'How many of the best to pass over, for the next page. Default 0.' }),
    tier: Tier.optional().meta({ description: 'Only free or only paid articles. Leave out for both.' }),
    tag: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only articles with this tag, as the API writes it.' }),
    updated_since: UpdatedSince.optional().meta({
      description: 'Only articles published or updated on this day (RFC 3339) or later.',
    }),
  }),
  output: z.object({
    confidence: Confidence.meta({
      description: 'How sure the answer is. Weak: nothing answers for certain, these are closest.',
    }),
    question_language: z.string().optional().meta({
      description:
        'Present when the query is in another language than the first result: ask again in that of the articles.',
    }),
    results: z.array(
      z.object({
        slug: z.string().meta({ description: 'Give it to get_article.' }),
        section: z
          .string()
          .optional()
          .meta({ description: 'Id of the section that matches: with it, get_article returns that section alone.' }),
        title: z.string(),
        description: z.string(),
        tier: Tier,
        date: z.iso.date(),
        url: z.url(),
        score: z.number().meta({ description: '0 to 100, comparable within one answer.' }),
        retracted: z.string().optional().meta({ description: 'Why it was retracted: do not cite it as evidence.' }),
        passage: PassageResult,
        payment: Payment.optional().meta({
          description: 'What the article costs; when the section is paid and was not searched or quoted.',
        }),
      }),
    ),
  }),
} satisfies ToolSpec;

export const getArticle = {
  name: 'get_article',
  title: 'Read an article',
  description:
    'Returns an article as markdown with authors, licence, citation and outline, or only one section of it with `section`, which costs far fewer tokens. Use it after search_articles, when a snippet is not enough or before you quote or cite. A paid article needs a subscriber key as Bearer credential, or one x402 payment in _meta["x402/payment"]; without them error 402 says the price and every way to pay. `detail: "outline"` returns the outline, the public preview, corrections and citation of any article, and needs no payment.',
  input: z.object({
    slug: z.string().min(1).max(500).meta({
      description:
        'The slug from search_articles or resources/list, or the URL of an article, with or without a fragment.',
    }),
    section: z.string().min(1).max(200).optional().meta({
      description: 'Id of one section, from the outline or from `section` of a search result. Default: all.',
    }),
    detail: z.enum(['outline', 'concise', 'full']).optional().meta({
      description:
        'outline: what is public, without the text. concise: the text and what is needed to cite it. full: everything. Default: full, concise for a section.',
    }),
    version: z.string().min(1).max(100).optional().meta({
      description: 'Name of an earlier text from `versions`, or its sha256 digest. Default: the present text.',
    }),
  }),
  output: Article,
} satisfies ToolSpec;

export const getPricing = {
  name: 'get_pricing',
  title: 'See prices',
  description:
    'Returns the price list: what is free, what one article and a subscription cost, and what each includes. Use it before you pay, or to tell a person what reading will cost. It is a demo: nothing is ever billed.',
  input: z.strictObject({}),
  output: Pricing,
} satisfies ToolSpec;
