import type { Operation } from './operation.ts';

export const oauthOperations = {} as const satisfies Record<string, Operation>;
