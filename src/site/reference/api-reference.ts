import { z } from 'zod';
import { renderCodeSamples, type Sample } from '../../contract/code-samples.ts';
import { errorCodes } from '../../contract/error-table.ts';
import { buildOpenApi } from '../../contract/openapi/openapi-document.ts';
import type { RecordedExamples } from '../../contract/openapi/recorded-examples.ts';
import { publication } from '../../library/current-publication.ts';
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
  /** Which credential is looked at, and whether it has to be there; backticks mark code. */
  credential: string;
  isMirrored: boolean;
  parameters: Field[];
  /** Members of the body; empty when there is none. */
  body: Field[];
  bodyForm: 'JSON body' | 'Form';
  /** Answers of success. */
  responses: { status: string; description: string; fields: Field[] }[];
  /**
   * Errors that it may return in addition to those of every operation (429, 500); each code is an anchor in the page.
   */
  errors: { status: string; codes: string[] }[];
  /** A question that the service was asked while this release was built, in several languages; empty when it was asked none. */
  samples: Sample[];
  /** The response; undefined also when it has no body. */
  response: { status: number; json: string } | undefined;
}

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
const Content = z.record(z.string(), z.looseObject({ schema: Schema.optional() })).optional();
const HttpResponse = z.looseObject({ description: z.string(), content: Content });
const PathOperation = z.looseObject({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
        schema: Schema,
      }),
    )
    .optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.union([HttpResponse, z.object({ $ref: z.string() })])),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), Schema), responses: z.record(z.string(), HttpResponse) }),
});

type Described = z.infer<typeof Document>['components'] & { request: RecordedExamples['recorded'] };
type Components = Described['schemas'];
type SchemaObject = z.infer<typeof Schema>;

/**
 * The API reference for people, read from the same OpenAPI document that /openapi.json serves.
 * @param request what this release answered while it was built
 */
export function readReference(request: RecordedExamples['recorded']): ReferenceOperation[] {
  const { paths, components } = Document.parse(
    buildOpenApi({
      title: publication.name,
      description: publication.description,
      contact: { name: publication.publisher.name, email: publication.publisher.email, url: urls.at('/contact') },
      baseUrl: urls.base,
      docsUrl: urls.developers,
      paymentInfo: {},
      deprecations: publication.deprecations,
    }),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'servers')
      .map(([method, value]) =>
        readOperation({ path, method, isMirrored: !('servers' in methods) }, value, { ...components, request }),
      ),
  );
}

function readOperation(
  at: { path: string; method: string; isMirrored: boolean },
  value: unknown,
  described: Described,
): ReferenceOperation {
  const operation = PathOperation.parse(value);
  const components = described.schemas;
  const responses = Object.entries(operation.responses).flatMap(([status, response]) => {
    const found =
      'description' in response
        ? HttpResponse.parse(response)
        : described.responses[lastSegment(String(response.$ref))];
    return found ? [[status, found] as const] : [];
  });
  const request = described.request[operation.operationId];
  return {
    ...at,
    method: at.method.toUpperCase(),
    id: operation.operationId,
    tag: operation.tags[0] ?? '',
    summary: operation.summary,
    description: operation.description,
    credential: sayCredential(operation.security ?? []),
    samples: request ? renderCodeSamples(request, urls.base) : [],
    response:
      request?.body === undefined ? undefined : { status: request.status, json: JSON.stringify(request.body, null, 2) },
    parameters: (operation.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      type: nameType(parameter.schema),
      isRequired: parameter.required ?? false,
      description: parameter.description ?? '',
    })),
    body: listFields(schemaOf(operation.requestBody?.content), components),
    bodyForm: operation.requestBody?.content?.['application/x-www-form-urlencoded'] ? 'Form' : 'JSON body',
    responses: responses
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { description, content }]) => ({
        status,
        description,
        fields: listFields(schemaOf(content), components),
      })),
    errors: responses
      .filter(([status]) => !/^(?:2|304|406|408|414|417|421|429|431|500|default)/.test(status))
      .map(([status, { description }]) => ({ status, codes: readCodes(description) })),
  };
}

/** The caller may choose one of these; no credential at all is one of them where it is optional. */
function sayCredential(choices: readonly Record<string, string[]>[]): string {
  if (choices.some((choice) => 'client' in choice)) return 'A client authenticates by Basic, or in the form';
  if (!choices.some((choice) => 'bearer' in choice)) return 'No credential';
  const scopes = choices.flatMap((choice) => choice.oauth ?? []);
  const isOptional = choices.some((choice) => Object.keys(choice).length === 0);
  return [
    isOptional ? 'Credential optional' : 'Needs a key or a token',
    ...(scopes.length > 0 ? [`a token needs \`${scopes.join(' ')}\``] : []),
  ].join('; ');
}

/** Reads the codes in backticks from the description of an error. */
function readCodes(description: string): string[] {
  return [...description.matchAll(/`([a-z_]+)`/g)].flatMap(([, code]) =>
    code && errorCodes.some((known) => known === code) ? [code] : [],
  );
}

function schemaOf(content: z.infer<typeof Content>): SchemaObject | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

/** Lists the fields of a schema; for a choice, those of the first: a JSON-RPC message rather than a batch. */
function listFields(schema: SchemaObject | undefined, components: Components): Field[] {
  const resolved = schema?.$ref ? components[lastSegment(schema.$ref)] : schema;
  const [first] = resolved?.oneOf ?? resolved?.anyOf ?? [];
  if (first !== undefined) return listFields(Schema.parse(first), components);
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
