import type { Operation } from './operation.ts';
import { acpOperations } from './operations-acp.ts';
import { askOperations } from './operations-ask.ts';
import { mcpOperations } from './operations-mcp.ts';
import { oauthOperations } from './operations-oauth.ts';
import { restOperations } from './operations-rest.ts';

/** Every endpoint, by operationId (specification section 4 names the first ten). */
export const operations = {
  ...restOperations,
  ...askOperations,
  ...mcpOperations,
  ...acpOperations,
  ...oauthOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
