import { z } from 'zod';

/** Wire shapes of prices (specification section 2), and of one payment. */

/** An x402 version 1 requirement, as unmodified v1 clients read it from the body of a 402. */
export const PaymentRequirementV1 = z
  .object({
    scheme: z.string(),
    network: z.string(),
    maxAmountRequired: z.string(),
    asset: z.string(),
    payTo: z.string(),
    resource: z.url(),
    description: z.string(),
    mimeType: z.string(),
    maxTimeoutSeconds: z.int(),
    extra: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'PaymentRequirementV1' });

export const Payment = z
  .object({
    required: z.boolean(),
    price: z.number().meta({ description: 'Major units.' }),
    currency: z.string().meta({ description: 'ISO 4217.' }),
    pay_endpoint: z.url(),
    pricing: z.url(),
  })
  .meta({ id: 'Payment' });

export const PricingTier = z
  .object({
    tier: z.string(),
    price: z.number(),
    currency: z.string(),
    period: z.enum(['forever', 'month', 'year', 'article']),
    includes: z.array(z.string()),
  })
  .meta({ id: 'PricingTier' });

export const Pricing = z
  .object({
    tiers: z.array(PricingTier),
    purchase_includes: z
      .array(z.string())
      .optional()
      .meta({ description: 'What a buyer of one article, or of one section, gets.' }),
  })
  .meta({ id: 'Pricing' });
