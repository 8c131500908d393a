import { inject } from 'vitest';
import type { z } from 'zod';
import { createClient } from './api-client.ts';

/** The built service under test. */
export const baseUrl = inject('baseUrl');

export const client = createClient({ baseUrl });

export function ask(path: string, init?: RequestInit): Promise<Response> {
  return fetch(baseUrl + path, init);
}

export async function askJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  init?: RequestInit,
): Promise<z.infer<Schema>> {
  const response = await ask(path, init);
  return schema.parse(await response.json());
}

export function postJson(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Slugs of the service's own articles, by tier. */
export async function slugsByTier(): Promise<{ free: string[]; paid: string[] }> {
  const { data } = await client.call('listArticles', { query: { per_page: 100 } });
  const of = (tier: string) => data.filter((article) => article.tier === tier).map(({ slug }) => slug);
  return { free: of('free'), paid: of('paid') };
}

/** One article of each tier. */
export async function pickArticles(): Promise<{ free: string; paid: string }> {
  const {
    free: [free],
    paid: [paid],
  } = await slugsByTier();
  if (!free || !paid) throw new Error('The service lacks an article of one tier.');
  return { free, paid };
}

export async function newKey(): Promise<string> {
  const { api_key } = await client.call('agentSubscribe');
  return api_key;
}

export function bearer(key: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${key}` } };
}

/** The Markdown of the API as a tool returns it: a model has no URL to resolve its links against. */
export function withAbsoluteLinks(markdown = '-'): string {
  return markdown.replaceAll('](/', `](${baseUrl}/`);
}
