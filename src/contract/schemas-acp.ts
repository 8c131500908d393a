import { z } from 'zod';

/** Wire shapes of the Agentic Commerce Protocol, ACP 2026-04-17. */

export const AcpError = z
  .looseObject({ type: z.string(), code: z.string(), message: z.string(), param: z.string().optional() })
  .meta({ id: 'AcpError', description: 'The flat error of ACP 2026-04-17.' });

export const CheckoutSession = z
  .looseObject({ id: z.string(), status: z.string(), url: z.url() })
  .meta({ id: 'CheckoutSession', description: 'A demo session; further members are those of ACP 2026-04-17.' });
