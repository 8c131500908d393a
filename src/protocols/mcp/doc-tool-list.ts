import { z } from 'zod';
import { createQuerySchema, PassageResult, ResultLimit } from './article-tool-list.ts';
import type { ToolSpec } from './feature-types.ts';

const Path = z.string().meta({ description: 'Path of the document, as search_docs and resources/list give it.' });

export const searchDocs = {
  name: 'search_docs',
  title: 'Search the documentation',
  description:
    "Finds the sections of this service's documentation that answer a question: endpoints, keys, OAuth, payments, limits, errors. Use it when you are about to call the API and are unsure how, or when a call failed. For research content use search_articles on the product server instead.",
  input: z.object({
    query: createQuerySchema('A question, an endpoint or an error code'),
    limit: ResultLimit,
  }),
  output: z.object({
    results: z.array(
      z.object({ path: Path, title: z.string(), url: z.url(), score: z.number(), passage: PassageResult }),
    ),
    closest: z
      .object({ path: Path, title: z.string(), url: z.url() })
      .optional()
      .meta({ description: 'When nothing is found: the page to read with read_doc instead.' }),
  }),
} satisfies ToolSpec;

export const readDoc = {
  name: 'read_doc',
  title: 'Read a document',
  description:
    'Returns one document of this service whole, as markdown. Use it after search_docs, when a passage is not enough, or with /developers.md to learn the whole API and /auth.md to learn how to get in.',
  input: z.object({
    path: z.string().min(1).max(200).meta({ description: 'For example /developers.md, /auth.md or /why.md.' }),
  }),
  output: z.object({
    path: Path,
    title: z.string(),
    description: z.string(),
    updated: z.iso.date().optional(),
    url: z.url(),
    markdown: z.string(),
  }),
} satisfies ToolSpec;
