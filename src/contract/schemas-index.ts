import { z } from 'zod';

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
      mcp_connector: z.url(),
      sandbox: z.url(),
    }),
  })
  .meta({ id: 'ApiIndex' });
