import { z } from 'zod';
import { QuoteClaim, VerifiedQuote } from '../../contract/schemas-evidence.ts';
import { createQuerySchema } from './article-tool-list.ts';
import type { ToolSpec } from './feature-types.ts';

const Id = z.string().meta({ description: 'Give it to fetch.' });

/**
 * Names and shapes that chat clients expect of a server with documents (OpenAI, "Building MCP servers for ChatGPT").
 */
export const search = {
  name: 'search',
  title: 'Search research articles',
  description:
    'Finds research articles on a question, best first. Use it first, with the whole question in plain words, and then fetch to read what it found.',
  input: z.object({ query: createQuerySchema('A question or key words in plain language') }),
  output: z.object({
    results: z.array(
      z.object({ id: Id, title: z.string(), url: z.url().meta({ description: 'The section that matches.' }) }),
    ),
  }),
} satisfies ToolSpec;

export const fetchArticle = {
  name: 'fetch',
  title: 'Read an article',
  description:
    'Returns the text of an article as markdown with its citation, licence and standing. Use it after search and before you cite. Of a paid article it returns the public preview and how to read the rest.',
  input: z.object({
    id: z
      .string()
      .min(1)
      .max(500)
      .meta({ description: 'The id from search, or the URL of an article. With #section it is one section.' }),
  }),
  output: z.object({
    id: Id,
    title: z.string(),
    text: z.string(),
    url: z.url(),
    metadata: z.record(z.string(), z.string()).meta({
      description:
        'Authors, date, version, licence, citation, `standing` (whether it may still be cited), `access` (`full` or `preview`), and of a preview `price` and `how_to_buy`.',
    }),
  }),
} satisfies ToolSpec;

const { quote, version, section } = QuoteClaim.shape;

export const verifyQuote = {
  name: 'verify_quote',
  title: 'Check a quotation',
  description:
    'Says whether an article really contains a quotation: exact, normalized, altered (with the true words), moved, or absent. Use it on every quotation before you show it.',
  input: z.object({
    quote,
    id: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'The id or URL of the article that should have it. Default: all articles.' }),
    version,
    section,
  }),
  output: VerifiedQuote,
} satisfies ToolSpec;
