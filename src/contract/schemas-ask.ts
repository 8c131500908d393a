import { z } from 'zod';

const AskResult = z
  .looseObject({
    url: z.url(),
    name: z.string(),
    site: z.string(),
    score: z.number(),
    description: z.string().optional(),
    schema_object: z.record(z.string(), z.unknown()),
  })
  .meta({
    id: 'AskResult',
    description: 'For an object query also the members of schema_object, as NLWeb 0.54 has them.',
  });

/** How confident an answer is: `weak` results are the closest there are, `none` has no results. */
export const Confidence = z.enum(['sure', 'likely', 'weak', 'none']);

export const AskResponse = z
  .looseObject({
    query_id: z.string(),
    query: z.string(),
    results: z.array(AskResult),
    _meta: z
      .looseObject({
        response_type: z.string(),
        version: z.string(),
        confidence: Confidence.optional(),
      })
      .optional(),
  })
  .meta({ id: 'AskResponse' });
