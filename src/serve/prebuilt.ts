import type { CacheEntry } from './response-cache.ts';

/** Operations have addresses of their own in the table: what lies there is counted before it is sent, and no page. */
export function operationAddress(url: string): string {
  return `GET ${url}`;
}

/** Answers that were made at the build, by address. */
export interface PrebuiltResponses {
  has(address: string): boolean;
  /** The answer at an address, read from the file: nothing of it stays in memory here. Rejects when the file is damaged. */
  read(address: string): Promise<CacheEntry | undefined>;
}

/** For a folder that nothing was packed into yet: while it is being made, and under `npm run dev`. */
export const noPrebuiltResponses: PrebuiltResponses = {
  has: () => false,
  read: async () => undefined,
};
