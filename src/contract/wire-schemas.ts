import { z } from 'zod';
import { errorCodes } from './error-table.ts';
import { Figure } from './figure-schema.ts';
import { ArticleParticulars, ArticleRecord, FullDate } from './schemas-article.ts';
import { Payment, PaymentRequirementV1 } from './schemas-payment.ts';

/** Wire shapes (specification section 2). A schema with an id uses no defaults, transforms or coercion: it is published as it stands. */

export const Tier = z
  .enum(['free', 'paid'])
  .meta({ id: 'Tier', description: 'free: readable by anybody. paid: readable with a key, a token or a payment.' });

/** The moment in a question for what has changed. */
export const UpdatedSince = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'a day (YYYY-MM-DD) or a moment with its offset (RFC 3339) is expected',
});

export const OutlineEntry = z
  .object({
    depth: z.int(),
    title: z.string(),
    id: z.string().meta({ description: 'Anchor in the page at url.' }),
    words: z.int(),
    is_free: z.boolean(),
    digest: z
      .string()
      .optional()
      .meta({ description: 'sha256:<hex> of the section as `?section=` serves it. Of a section that you may read.' }),
  })
  .meta({ id: 'OutlineEntry', description: 'One heading. Headings and word counts are public, paid parts included.' });

export const ArticleSummary = z
  .object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    tier: Tier,
    date: FullDate.optional(),
    url: z.url(),
    description: z.string().optional(),
    tags: z.array(z.string()).optional(),
    updated: FullDate.optional(),
    words: z.int().min(0).optional(),
    authors: z.array(z.string()).optional().meta({ description: 'Names.' }),
    retracted: z
      .literal(true)
      .optional()
      .meta({ description: 'The article was withdrawn; Article.retracted says why.' }),
  })
  .meta({ id: 'ArticleSummary' });

/** What comes with a paid article besides its text. */
export const ArticleFile = z
  .object({
    url: z.url(),
    media_type: z.string(),
    expires: z.iso.datetime().optional().meta({ description: 'Until then `url` opens without a credential.' }),
  })
  .meta({ id: 'ArticleFile' });

export const Article = z
  .object({
    id: z.string(),
    slug: z.string(),
    title: z.string(),
    description: z.string().optional(),
    tier: Tier,
    url: z.url().meta({ description: 'The page for people.' }),
    markdown: z.string().optional().meta({ description: "The author's markdown, without front matter." }),
    preview_markdown: z.string().optional().meta({ description: 'Of a paid article whose outline was asked for.' }),
    section: z
      .object({
        id: z.string(),
        title: z.string(),
        digest: z.string().meta({ description: 'sha256:<hex> of `markdown`.' }),
      })
      .optional()
      .meta({ description: 'Which section `markdown` is; absent when it is the whole article.' }),
    access_level: z.enum(['public', 'subscriber', 'purchase']).optional().meta({
      description:
        'public: a free article. subscriber: opened by a key or token. purchase: opened by one x402 payment.',
    }),
    tags: z.array(z.string()).optional(),
    words: z.int().optional(),
    reading_minutes: z.int().optional(),
    content_digest: z.string().optional().meta({
      description:
        'sha256:<hex> of the full text, without signatures in its URLs: /developers/evidence has the recipe.',
    }),
    outline: z.array(OutlineEntry).optional(),
    ...ArticleRecord.shape,
    ...ArticleParticulars.shape,
    figures: z
      .array(Figure)
      .optional()
      .meta({ description: 'The charts that `markdown` contains, with the numbers that they show.' }),
    version_url: z.url().optional().meta({ description: 'Permanent URL of this text: it always returns these words.' }),
    files: z.array(ArticleFile).optional().meta({
      description:
        'Figures, data and PDF of a paid article that was opened. A purchase has them, and `markdown`, with signed URLs.',
    }),
  })
  .meta({ id: 'Article' });

const Pagination = z
  .object({
    page: z.int().optional(),
    per_page: z.int().optional(),
    total: z.int().optional(),
    next: z.url().nullable().optional(),
    prev: z.url().nullable().optional(),
  })
  .meta({ id: 'Pagination' });

export const PaginatedArticles = z
  .object({ data: z.array(ArticleSummary), pagination: Pagination })
  .meta({ id: 'PaginatedArticles' });

/** A cursor of `listChanges`, to continue with. */
export const ChangeCursor = z.string().regex(/^[0-9a-f]{8}-\d{1,12}$/);

export const ArticleChange = z
  .object({
    slug: z.string(),
    change: z.enum(['added', 'changed', 'removed']),
    title: z.string().optional(),
    tier: Tier.optional(),
    url: z.url().optional().meta({ description: 'The page for people.' }),
    api_url: z.url().optional().meta({ description: 'Where the article is read.' }),
    date: z.iso.datetime().meta({ description: 'When the change was published.' }),
    revision: z.string().meta({
      description:
        'Another text after each change, of paid words too. It is a count: nothing about the words can be tested with it.',
    }),
    public_digest: z.string().optional().meta({
      description: 'sha256:<hex> over what is public of the article. A change of paid words alone does not alter it.',
    }),
    retracted: z.literal(true).optional(),
  })
  .meta({ id: 'ArticleChange', description: 'A removed article has only slug, change, date and revision.' });

export const ArticleChanges = z
  .object({
    data: z.array(ArticleChange),
    cursor: z.string().meta({ description: 'Send it as `since` next time.' }),
    has_more: z.boolean().meta({ description: 'Ask again at once: more has changed than fits.' }),
    reset: z.literal(true).optional().meta({
      description: 'Your cursor is not known here any more: this is the beginning. Forget what it does not name.',
    }),
  })
  .meta({ id: 'ArticleChanges' });

export const ApiIndex = z
  .object({
    name: z.string(),
    description: z.string(),
    version: z.string(),
    operations: z.array(
      z.object({
        id: z.string(),
        method: z.string(),
        url: z.string().meta({ description: 'Absolute; a URI template (RFC 6570) where it has parameters.' }),
        summary: z.string(),
      }),
    ),
    links: z.object({
      openapi: z.url(),
      docs: z.url(),
      pricing: z.url(),
      ask: z.url(),
      mcp: z.url(),
      mcp_docs: z.url(),
      sandbox: z.url(),
    }),
  })
  .meta({ id: 'ApiIndex' });

const ErrorObject = z
  .object({
    code: z.enum(errorCodes),
    message: z.string(),
    docs_url: z.url().optional(),
    request_id: z.string().optional(),
    withdrawn: z
      .object({ date: FullDate, reason: z.string(), replacement: z.url().nullable() })
      .optional()
      .meta({ description: 'Of article_withdrawn: when and why, and what to read instead.' }),
  })
  .meta({ id: 'ErrorObject' });

export const ErrorBody = z.object({ error: ErrorObject }).meta({ id: 'Error' });

export const PaymentError = z
  .object({
    error: ErrorObject,
    payment: Payment,
    article: z
      .object({
        slug: z.string(),
        title: z.string(),
        description: z.string().optional(),
        url: z.url(),
        words: z.int(),
        preview_words: z.int(),
        preview_markdown: z.string(),
        outline: z.array(OutlineEntry),
        ...ArticleRecord.shape,
        includes: z
          .array(z.string())
          .meta({ description: 'What a purchase of the article, or of a section, includes.' }),
      })
      .optional()
      .meta({ description: 'What a purchase returns, the public preview and the public record of the article.' }),
    x402Version: z.literal(1).optional(),
    accepts: z.array(PaymentRequirementV1).optional(),
  })
  .meta({ id: 'PaymentError' });

export const SubscribeRequest = z
  .object({
    plan: z
      .string()
      .regex(/\S/, 'it must not be empty')
      .max(64)
      .optional()
      .meta({ description: 'A tier of /api/v1/pricing, or any name up to 64 characters.' }),
  })
  .meta({ id: 'SubscribeRequest' });

export const SubscribeResponse = z
  .object({
    status: z.string().meta({ description: '`demo`: no payment was processed.' }),
    api_key: z.string().meta({ description: 'Send as Authorization: Bearer <api_key>.' }),
    scopes: z.array(z.string()),
    mcp_endpoint: z.url(),
    docs: z.url().optional(),
    message: z.string().optional(),
    idempotency_key: z.string().optional(),
  })
  .meta({ id: 'SubscribeResponse' });

export const Account = z
  .object({
    id: z.string().meta({ description: 'Key ID, or `sub` of the token: safe to log, useless as a credential.' }),
    plan: z.string(),
    scopes: z.array(z.string()),
    created: z.iso.datetime().nullable(),
    expires: z.iso.datetime().nullable().meta({ description: 'null: only when it is revoked.' }),
    bought: z
      .array(z.object({ slug: z.string(), url: z.url(), paid: z.iso.datetime() }))
      .meta({ description: 'Articles paid over x402 while this credential was sent, the newest last.' }),
  })
  .meta({ id: 'Account' });

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

/** How sure an answer is: `weak` results are the closest there are, `none` has none. */
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

export const McpResponse = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]).optional(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }).optional(),
  })
  .meta({ id: 'MCPResponse' });
