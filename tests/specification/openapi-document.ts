import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { z } from 'zod';

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
const DescribedOperation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(Parameter).optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ $ref: z.string().optional() })),
});
const Document = z.looseObject({
  servers: z.array(z.looseObject({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), HttpResponse),
    headers: z.record(z.string(), z.unknown()),
    examples: z.record(z.string(), z.looseObject({ value: z.unknown() })),
    securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })),
  }),
});

export interface OperationPlace extends z.infer<typeof DescribedOperation> {
  method: string;
  path: string;
  isMirrored: boolean;
}

/** An OpenAPI document as a client reads it: operations, what each answers, and whether an answer is as described. */
export function openDocument(json: unknown) {
  const { paths, components } = Document.parse(json);
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  formats.default(ajv);
  ajv.addVocabulary(['components']);
  const compiled = new Map<string, ValidateFunction>();

  const operations: OperationPlace[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      method === 'servers'
        ? []
        : [{ ...DescribedOperation.parse(operation), path, method, isMirrored: !('servers' in methods) }],
    ),
  );

  /** Compiles one schema by itself, with nothing but the components it refers to. */
  function compile(schema: Record<string, unknown>): ValidateFunction {
    const key = JSON.stringify(schema);
    const known = compiled.get(key) ?? ajv.compile({ ...schema, components: { schemas: components.schemas } });
    compiled.set(key, known);
    return known;
  }

  function findAnswer(operation: OperationPlace, status: string): z.infer<typeof HttpResponse> | undefined {
    const answer = operation.responses[status] ?? operation.responses.default;
    if (!answer) return undefined;
    return answer.$ref ? components.responses[answer.$ref.split('/').at(-1) ?? ''] : HttpResponse.parse(answer);
  }

  return {
    operations,
    components,
    compile,
    findAnswer,
    /** What is wrong with a JSON answer; empty when it is as described. */
    check(operation: OperationPlace, status: number, body: unknown): string[] {
      const schema = findAnswer(operation, String(status))?.content?.['application/json']?.schema;
      if (!schema) return [`${status} with JSON is not described`];
      const validate = compile(schema);
      if (validate(body)) return [];
      return (validate.errors ?? []).map(({ instancePath, message }) => `${status} ${instancePath} ${message}`);
    },
  };
}
