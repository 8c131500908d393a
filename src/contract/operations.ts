import type { Operation } from './operation.ts';
import { acpOperations } from './operations-acp.ts';
import { askOperations } from './operations-ask.ts';
import { evidenceOperations } from './operations-evidence.ts';
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
  ...evidenceOperations,
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

/** The first part of each operation's path. */
const roots = [
  ...new Set(Object.values(operations).map(({ path }) => /^\/(?:agent\/auth|[^/]+)/.exec(path)?.[0] ?? path)),
];

/** Does the path begin like that of an operation? If no operation matches it, the error has the format of the API. */
export function isUnderOperations(pathname: string): boolean {
  return roots.some(
    (root) => pathname.startsWith(root) && (pathname.length === root.length || pathname[root.length] === '/'),
  );
}
