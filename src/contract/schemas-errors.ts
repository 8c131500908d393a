import { z } from 'zod';
import { errorCodes } from './error-table.ts';
import { ArticleRecord, FullDate } from './schemas-article-record.ts';
import { OutlineEntry } from './schemas-articles.ts';
import { Payment, PaymentRequirementV1 } from './schemas-payment.ts';

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
