import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';
import { errorCatalogue } from '../../src/contract/error-table.ts';
import { commonCodes } from '../../src/contract/openapi/error-responses.ts';
import { tagDescriptions } from '../../src/contract/operation.ts';
import { tagDocumentPath } from '../../src/contract/urls.ts';

const Content = z.record(
  z.string(),
  z.looseObject({
    schema: z.record(z.string(), z.unknown()),
    examples: z.record(z.string(), z.looseObject({ value: z.unknown().optional() })).optional(),
  }),
);
const HttpResponse = z.looseObject({
  description: z.string().optional(),
  content: Content.optional(),
  headers: z.record(z.string(), z.unknown()).optional(),
});
const Parameter = z.looseObject({ name: z.string(), in: z.string(), schema: z.record(z.string(), z.unknown()) });
const References = z.looseObject({
  parameters: z.array(z.looseObject({ $ref: z.string().optional() })).optional(),
});
const DescribedOperation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter).optional(),
  'x-error-codes': z.array(z.string()).optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ $ref: z.string().optional() })),
});
const Document = z.looseObject({
  'x-common-headers': z.record(z.string(), z.record(z.string(), z.unknown())),
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), HttpResponse),
    headers: z.record(z.string(), z.unknown()),
    parameters: z.record(z.string(), Parameter).optional(),
    examples: z.record(z.string(), z.looseObject({ value: z.unknown() })),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
  }),
});

export interface OperationPlace extends z.infer<typeof DescribedOperation> {
  method: string;
  path: string;
  isMirrored: boolean;
}

/** The statuses that the `default` response of every operation describes. */
const commonStatuses = new Set<number>(commonCodes.map((code) => errorCatalogue[code].status));

/** Every document of a tag as one, with the examples; `/openapi.json` itself has the operations that are read first. */
export async function readDescription(read: (path: string) => Promise<unknown>) {
  const parts = await Promise.all(
    Object.keys(tagDescriptions).map(async (tag) => Document.parse(await read(tagDocumentPath(tag)))),
  );
  const joined = <T>(pick: (part: z.infer<typeof Document>) => Readonly<Record<string, T>> | undefined) =>
    Object.fromEntries(parts.flatMap((part) => Object.entries(pick(part) ?? {})));
  return openDocument({
    ...parts[0],
    paths: joined(({ paths }) => paths),
    components: {
      schemas: joined(({ components }) => components.schemas),
      responses: joined(({ components }) => components.responses),
      headers: joined(({ components }) => components.headers),
      parameters: joined(({ components }) => components.parameters),
      examples: joined(({ components }) => components.examples),
      securitySchemes: joined(({ components }) => components.securitySchemes),
    },
  });
}

/** An OpenAPI document as a client reads it: operations, what each answers, and whether an answer is as described. */
export function openDocument(json: unknown) {
  const { paths, components, 'x-common-headers': commonHeaders } = Document.parse(json);
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  formats.default(ajv);
  ajv.addVocabulary(['components']);
  const compiled = new Map<string, ValidateFunction>();

  const operations: OperationPlace[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      method === 'servers' ? [] : [{ ...readOperation(operation), path, method, isMirrored: !('servers' in methods) }],
    ),
  );

  /** An operation with the parameters that it refers to. */
  function readOperation(operation: unknown): z.infer<typeof DescribedOperation> {
    const { parameters = [], ...rest } = References.parse(operation);
    const resolved = parameters.map((parameter) => {
      const name = parameter.$ref?.split('/').at(-1);
      return name === undefined ? parameter : components.parameters?.[name];
    });
    return DescribedOperation.parse({ ...rest, parameters: resolved });
  }

  /** Compiles one schema by itself, with nothing but the components it refers to. */
  function compile(schema: Record<string, unknown>): ValidateFunction {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? ajv.compile({ ...schema, components: { schemas: components.schemas } });
    compiled.set(key, known);
    return known;
  }

  /**
   * The response with a status and all its headers; `default` describes only what the operation's error codes allow.
   */
  function findAnswer(operation: OperationPlace, status: string): z.infer<typeof HttpResponse> | undefined {
    const answer = operation.responses[status] ?? (isByDefault(operation, status) && operation.responses.default);
    if (!answer) return undefined;
    const found = answer.$ref ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : HttpResponse.parse(answer);
    return found && { ...found, headers: { ...(commonHeaders[status] ?? commonHeaders.default), ...found.headers } };
  }

  function isByDefault({ 'x-error-codes': codes = [] }: OperationPlace, status: string): boolean {
    const known = Object.entries(errorCatalogue).filter(([code]) => codes.includes(code));
    return (
      status === 'default' ||
      status === '4XX' ||
      commonStatuses.has(Number(status)) ||
      known.some(([, error]) => error.status === Number(status))
    );
  }

  return {
    operations,
    components,
    compile,
    findAnswer,
    /** What is wrong with a JSON answer; empty when it is as described. */
    check(operation: OperationPlace, status: number | string, body: unknown): string[] {
      const schema = findAnswer(operation, String(status))?.content?.['application/json']?.schema;
      if (!schema) return [`${status} with JSON is not described`];
      const validate = compile(schema);
      if (validate(body)) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${status} ${instancePath} ${message}`);
    },
  };
}
