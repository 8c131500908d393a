import { z } from 'zod';
import { readerValue, renderCodeSamples, type Sample } from '../../contract/code-samples.ts';
import { errorCodes } from '../../contract/error-table.ts';
import { listErrorResponses, toErrorResponseSpec } from '../../contract/openapi/error-responses.ts';
import { describeAllParameters, described } from '../../contract/openapi/openapi-document.ts';
import type { RecordedExamples, RecordedRequest } from '../../contract/openapi/recorded-examples.ts';
import { describeSchemas, referSchema } from '../../contract/openapi/schema-components.ts';
import { apiRoots, type Operation } from '../../contract/operation.ts';
import { urls } from '../page-context.ts';

/** One line of a table: a parameter, or a member of a body. */
export interface Field {
  name: string;
  /** Where a parameter goes; undefined for a member of a body. */
  place: string | undefined;
  type: string;
  isRequired: boolean;
  description: string;
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  /** The credential that is read, and whether it is required; backticks mark code. */
  credential: string;
  isMirrored: boolean;
  parameters: Field[];
  /** Members of the body; empty when there is none. */
  body: Field[];
  bodyForm: 'JSON body' | 'Form';
  /** Responses of success. */
  responses: { status: string; description: string; fields: Field[] }[];
  /**
   * Errors that it may return in addition to those of every operation (429, 500); each code is an anchor in the page.
   */
  errors: { status: string; codes: string[] }[];
  /** A request that was recorded while this release was built, in several languages; empty when there is none. */
  samples: Sample[];
  /** Its parameters and members of its body by name, as a person would type them: JSON unless they are strings. */
  example: Readonly<Record<string, string>>;
  /** The response; undefined also when it has no body. */
  response: { status: number; json: string } | undefined;
}

/** Statuses of errors that every operation has. */
const commonStatuses = new Set([304, 406, 408, 414, 417, 421, 429, 431, 500]);

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
});
const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  description: z.string(),
  schema: Schema,
});

type SchemaObject = z.infer<typeof Schema>;
type Components = Readonly<Record<string, SchemaObject>>;

/**
 * The API reference for people, read from the table and the schemas that make the OpenAPI document.
 * @param recorded one request to each operation, and its response, from the build of this release
 */
export function readReference(recorded: RecordedExamples['recorded']): ReferenceOperation[] {
  const components = z.record(z.string(), Schema).parse(describeSchemas());
  const byPath = Map.groupBy(described, ([, { path }]) => path);
  return [...byPath.values()]
    .flat()
    .map(([id, operation]) => readOperation(id, operation, { components, example: recorded[id] }));
}

function readOperation(
  id: string,
  operation: Operation,
  about: { components: Components; example: RecordedExamples['recorded'][string] | undefined },
): ReferenceOperation {
  const { method, path, tag, summary, description, body, isMirrored = false } = operation;
  const { components, example } = about;
  return {
    ...{ id, method, path, tag, summary, description, isMirrored },
    credential: sayCredential(operation),
    samples: example ? renderCodeSamples(example, urls.base) : [],
    example: example ? readValues(path, example.request) : {},
    response:
      example?.body === undefined ? undefined : { status: example.status, json: JSON.stringify(example.body, null, 2) },
    parameters: Parameter.array()
      .parse(describeAllParameters(operation))
      .map(({ name, in: place, required, description, schema }) => ({
        ...{ name, place, description },
        type: nameType(schema),
        isRequired: required,
      })),
    body: listFields(body?.schema, components),
    bodyForm: body?.mediaType === 'application/x-www-form-urlencoded' ? 'Form' : 'JSON body',
    responses: Object.entries(operation.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { description, schema, mediaTypes }]) => ({
        ...{ status, description },
        fields: mediaTypes?.[0]?.startsWith('text/') ? [] : listFields(schema, components),
      })),
    errors: listErrors(operation),
  };
}

/** @returns the values of a request, without keys and other values that are different for each reader */
function readValues(path: string, { target, body }: RecordedRequest): Record<string, string> {
  const { pathname, searchParams } = new URL(target, urls.base);
  const segments = pathname.replace(apiRoots.sandbox, apiRoots.live).split('/');
  const inPath = path
    .split('/')
    .flatMap((part, at): [string, string][] =>
      part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(segments[at] ?? '')]] : [],
    );
  const members = z.record(z.string(), z.unknown()).safeParse(body && ('json' in body ? body.json : body.form));
  const inBody = Object.entries(members.data ?? {}).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries([...inPath, ...searchParams, ...inBody].filter(([, value]) => !readerValue.test(value)));
}

/** Errors that not every operation has, by status. */
function listErrors(operation: Operation): ReferenceOperation['errors'] {
  const errors = listErrorResponses(operation).map((error) => [error.status, toErrorResponseSpec(error)] as const);
  const own = Object.entries(operation.responses).map(([status, spec]) => [Number(status), spec] as const);
  return [...errors, ...own]
    .filter(([status]) => status >= 300 && !commonStatuses.has(status))
    .toSorted(([one], [other]) => one - other)
    .map(([status, { description }]) => ({ status: String(status), codes: readCodes(description) }));
}

function sayCredential({ needsCredential, scope, hasClientAuthentication }: Operation): string {
  if (hasClientAuthentication) return 'A client authenticates by Basic, or in the form';
  if (!needsCredential && !scope) return 'No credential';
  const demand = needsCredential ? 'Needs a key or a token' : 'Credential optional';
  return scope ? `${demand}; a token needs \`${scope}\`` : demand;
}

/** Reads the codes in backticks from the description of an error. */
function readCodes(description: string): string[] {
  return [...description.matchAll(/`([a-z_]+)`/g)].flatMap(([, code]) =>
    code && errorCodes.some((known) => known === code) ? [code] : [],
  );
}

function listFields(schema: z.ZodType | undefined, components: Components): Field[] {
  return schema ? listMembers(Schema.parse(referSchema(schema)), components) : [];
}

/** Lists the members of a schema; for a choice, those of the first: a JSON-RPC message rather than a batch. */
function listMembers(schema: SchemaObject, components: Components): Field[] {
  const resolved = schema.$ref ? components[lastSegment(schema.$ref)] : schema;
  const [first] = resolved?.oneOf ?? resolved?.anyOf ?? [];
  if (first !== undefined) return listMembers(Schema.parse(first), components);
  return Object.entries(resolved?.properties ?? {}).map(([name, value]) => {
    const property = Schema.parse(value);
    const target = property.$ref ? components[lastSegment(property.$ref)] : undefined;
    return {
      name,
      place: undefined,
      type: nameType(property),
      isRequired: resolved?.required?.includes(name) ?? false,
      description: property.description ?? target?.description ?? '',
    };
  });
}

/** `string`, `Article`, `array of Author`, `"free" or "paid"`. */
function nameType(schema: SchemaObject): string {
  if (schema.$ref) return lastSegment(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum && schema.enum.length <= 4) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.items !== undefined) return `array of ${nameType(Schema.parse(schema.items))}`;
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return choices.map((choice) => nameType(Schema.parse(choice))).join(' or ');
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'any');
  return schema.format ? `${type} (${schema.format})` : type;
}

function lastSegment(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
