import { z } from 'zod';
import { Payment } from './schemas-payment.ts';

const AskResult = z
  .looseObject({
    url: z.url(),
    name: z.string(),
    site: z.string(),
    score: z.number(),
    description: z.string().optional(),
    also: z
      .looseObject({ name: z.string(), url: z.url(), description: z.string() })
      .optional()
      .describe(
        'The section of the first article that matches next best, or more of the same section when no other comes near.',
      ),
    payment: Payment.optional().describe(
      'What the article costs, when the section that matches is in its paid part and was not searched or quoted.',
    ),
    schema_object: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'AskResult',
    description: 'For an object query also the members of schema_object, as NLWeb 0.54 has them.',
  });

/** How confident an answer is: `weak` results are the closest there are, `none` has no results. */
export const Confidence = z.enum(['sure', 'likely', 'weak', 'none']);

const AskPage = z
  .looseObject({
    url: z.url(),
    name: z.string(),
    section: z.string().optional(),
    kind: z.enum(['glossary', 'pricing', 'guide', 'page']),
    score: z.number(),
    confidence: Confidence,
    description: z.string(),
  })
  .meta({ id: 'AskPage', description: 'A matching page of the site, with its best section.' });

const AskList = z
  .looseObject({
    url: z.url(),
    count: z.int(),
    tier: z.enum(['free', 'paid']).optional(),
    tag: z.string().optional(),
    author: z.string().optional(),
  })
  .meta({ id: 'AskList', description: 'The list of articles that the question asks for; `results` are its articles.' });

export const AskResponse = z
  .looseObject({
    query_id: z.string(),
    query: z.string(),
    results: z.array(AskResult),
    pages: z.array(AskPage).optional(),
    lists: z.array(AskList).optional(),
    _meta: z
      .looseObject({
        response_type: z.string(),
        version: z.string(),
        confidence: Confidence.optional(),
        question_language: z
          .string()
          .optional()
          .describe(
            "BCP 47 tag of the question's language when the first result is in another one: then only names, numbers and shared words match.",
          ),
      })
      .optional(),
  })
  .meta({ id: 'AskResponse' });
