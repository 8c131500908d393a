import { z } from 'zod';
import type { openDocument } from './openapi-document.ts';

type Document = ReturnType<typeof openDocument>;

const Described = z.looseObject({
  $ref: z.string().optional(),
  required: z.boolean().optional(),
  schema: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Of HTTP itself, of CORS, and what every page and answer says to a browser: no description of an API repeats these.
 */
const generic =
  /^(?:access-control-.+|allow|cache-control|connection|content-.+|cross-origin-.+|date|keep-alive|permissions-policy|pragma|referrer-policy|transfer-encoding|vary|x-accel-buffering|x-content-type-options|x-frame-options)$/;

/** Headers of an answer that its description does not name, and that HTTP does not have for every answer. */
export function findUndescribedHeaders(
  described: Readonly<Record<string, unknown>> | undefined,
  headers: Headers,
): string[] {
  const named = new Set(Object.keys(described ?? {}).map((name) => name.toLowerCase()));
  return [...headers.keys()]
    .filter((name) => !named.has(name) && !generic.test(name))
    .map((name) => `${name} is sent and not described`);
}

/** What is wrong with the headers of an answer: one that is always sent is missing, or a value is not as described. */
export function findHeaderFaults(
  described: Readonly<Record<string, unknown>> | undefined,
  headers: Headers,
  document: Document,
): string[] {
  return Object.entries(described ?? {}).flatMap(([name, reference]) => {
    const { $ref } = Described.parse(reference);
    const named = $ref?.split('/').at(-1);
    const { required, schema = {} } = Described.parse(named ? document.components.headers[named] : reference);
    const value = headers.get(name);
    if (value === null) return required ? [`${name} is missing`] : [];
    const read = schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value;
    return document.compile(schema)(read) ? [] : [`${name}: ${value} is not as described`];
  });
}
