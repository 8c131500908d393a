import type { CacheEntry } from './response-cache.ts';

/**
 * The key of an operation's response. It differs from the keys of pages, because the caller's limit is counted before
 * it is sent.
 */
export function operationAddress(url: string): string {
  return `GET ${url}`;
}

/** Responses that the build created, by their key. */
export interface PrebuiltResponses {
  has(url: string): boolean;
  /** Reads one response from the file; nothing of it stays in memory here. Rejects when the file is damaged. */
  read(url: string): Promise<CacheEntry | undefined>;
}

/** Stands in for a release without prebuilt responses: while the build creates them, and under `npm run dev`. */
export const noPrebuiltResponses: PrebuiltResponses = {
  has: () => false,
  read: async () => undefined,
};
