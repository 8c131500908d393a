import { z } from 'zod';

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
