import { z } from 'zod';
import type { Operation } from './operation.ts';
import { AskResponse } from './schemas-ask.ts';

/**
 * Only a missing `query` fails here; the protocol's folder parses the rest for all dialects and rejects what does not
 * match.
 */
const AskQuery = z.object({
  query: z.string('is required').meta({
    pattern: '\\S',
    maxLength: 1000,
    description: 'A question in plain words, up to 1,000 characters.',
  }),
  site: z.string().optional().meta({ description: 'Our host or name; another site has no results here.' }),
  prev: z.string().optional().meta({ description: 'Earlier questions, comma separated or as a JSON array.' }),
  decontextualized_query: z
    .string()
    .optional()
    .meta({ description: 'The question made to stand alone; prev is then ignored.' }),
  query_id: z.string().optional().meta({
    pattern: '^[\\x20-\\x7e]{1,200}$',
    description: 'Repeated in the response. 1 to 200 printable characters; generated when omitted.',
  }),
  mode: z
    .string()
    .optional()
    .meta({
      enum: ['list', 'summarize', 'generate'],
      default: 'list',
      description: 'Summaries quote the authors; no text is generated.',
    }),
  num_results: z
    .string()
    .optional()
    .meta({ type: 'integer', minimum: 1, maximum: 50, default: 10, description: 'More than 50 is served as 50.' }),
  detail: z.enum(['concise', 'full']).optional().meta({
    default: 'concise',
    description: 'With full, hasPart of each result has text: its section around the passage, up to 1,200 characters.',
  }),
  streaming: z
    .string()
    .optional()
    .meta({
      enum: ['1', 'true', '0', 'false'],
      description: '1 or true for server-sent events; 0 or false never. Left out, Accept decides.',
    }),
});

const Names = z.union([z.string(), z.array(z.string())]);
const Count = z.union([z.int(), z.string().regex(/^\d+$/)]);
const Flag = z.union([z.boolean(), z.number(), z.string()]);
const ModeList = z.string().meta({ description: 'list, summarize, generate, or several with commas between.' });

/** Every member that the server reads; the names of both forms of NLWeb. */
export const AskBody = z
  .looseObject({
    query: z
      .union([
        z.string(),
        z.looseObject({
          text: z.string(),
          site: Names.optional(),
          decontextualized_query: z.string().optional(),
          num_results: Count.optional(),
          max_results: Count.optional(),
          min_score: Count.optional().meta({ description: '0 to 100.' }),
        }),
      ])
      .meta({ description: 'A question, or an NLWeb query object.' }),
    query_id: AskQuery.shape.query_id,
    site: Names.optional().meta({ description: 'Our host or name; another site has no results here.' }),
    prev: Names.optional().meta({ description: 'Earlier questions.' }),
    decontextualized_query: AskQuery.shape.decontextualized_query,
    mode: ModeList.optional(),
    generate_mode: ModeList.optional(),
    num_results: Count.optional().meta({ description: 'From 1; more than 50 is served as 50.' }),
    detail: AskQuery.shape.detail,
    streaming: Flag.optional().meta({ description: 'true for server-sent events. Left out, Accept decides.' }),
    context: z.looseObject({ prev: Names.optional() }).optional(),
    prefer: z.looseObject({ streaming: Flag.optional(), mode: ModeList.optional() }).optional(),
    meta: z
      .looseObject({ version: z.string().optional(), api_version: z.string().optional(), start_num: Count.optional() })
      .optional(),
  })
  .meta({ id: 'AskRequest' });

const responses = {
  200: {
    description: 'Ranked articles, best first, with the best section of each.',
    schema: AskResponse,
    mediaTypes: ['application/json', 'text/event-stream'],
  },
};

export const askOperations = {
  askGet: {
    method: 'GET',
    path: '/ask',
    tag: 'Ask',
    summary: 'Ask in plain words',
    description:
      'Finds the articles and sections that answer a question (NLWeb). JSON, or server-sent events when Accept prefers them.',
    query: AskQuery,
    queryErrors: { query: 'missing_query' },
    responses,
    errors: ['missing_query', 'invalid_request', 'search_unavailable'],
    limit: 'api',
    takesTurns: true,
  },
  askPost: {
    method: 'POST',
    path: '/ask',
    tag: 'Ask',
    summary: 'Ask in plain words',
    description: 'As the GET, with the question in a JSON body; an object query speaks NLWeb 0.54 or 0.55.',
    body: { schema: AskBody, isRequired: true, isValidated: false },
    responses,
    errors: [
      'missing_query',
      'invalid_request',
      'invalid_json',
      'payload_too_large',
      'unsupported_media_type',
      'search_unavailable',
    ],
    limit: 'api',
    takesTurns: true,
  },
} as const satisfies Record<string, Operation>;
