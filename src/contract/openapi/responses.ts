import type { ErrorCode } from '../error-table.ts';
import type { Operation, ResponseSpec } from '../operation.ts';
import {
  type AnyErrorFormat,
  commonCodes,
  defaultComponentName,
  type ErrorResponse,
  errorComponentName,
  findExample,
  isDefault,
  listErrorHeaders,
  listErrorResponses,
  toDefaultSpec,
  toErrorResponseSpec,
} from './error-responses.ts';
import { describeHeaders, echoedByAcp } from './header-components.ts';
import type { RecordedExamples } from './recorded-examples.ts';
import { type Json, referSchema } from './schema-components.ts';

/** Describes the components that operations share: each error response once, and each example once. */
export function describeErrorComponents(
  operations: readonly Operation[],
  recorded: RecordedExamples,
): { responses: Json; examples: Json } {
  const errors = operations.flatMap(listErrorResponses);
  const own = errors
    .filter((error) => !isDefault(error))
    .map((error): [string, Json] => [errorComponentName(error.format, ...error.codes), describeError(error, recorded)]);
  const formats = new Set(operations.map(({ errorFormat }): AnyErrorFormat => errorFormat ?? 'rest'));
  const byDefault = [...formats].map((format): [string, Json] => {
    const ofFormat = errors.filter((error) => error.format === format && isDefault(error));
    const codes = [...new Set(ofFormat.flatMap((error) => error.codes))];
    const about = {
      names: listErrorHeaders({ status: 500, format, codes }),
      examples: referExamples({ format, codes }, recorded),
    };
    return [defaultComponentName(format), describeResponse(toDefaultSpec(format), about)];
  });
  const examples = errors.flatMap(({ format, codes }) =>
    codes.flatMap((code): [string, Json][] => {
      const value = findExample(recorded, format, code);
      return value === undefined ? [] : [[errorComponentName(format, code), { value }]];
    }),
  );
  const notModified = describeResponse(
    { description: 'Your copy, named by If-None-Match, is current.' },
    { names: ['ETag'], examples: {} },
  );
  const responses = Object.fromEntries([[unchanged, notModified], ...own, ...byDefault]);
  return { responses, examples: Object.fromEntries(examples) };
}

/** Describes the responses of an operation by status: its own, its errors, and 304 if it is conditional. */
export function describeResponses(id: string, operation: Operation, recorded: RecordedExamples): Json {
  const refused = listErrorResponses(operation)
    .filter((error) => !isDefault(error))
    .map(({ status, format, codes }): [number, Json] => [status, referResponse(errorComponentName(format, ...codes))]);
  const named = Object.entries(operation.responses).map(([status, spec]): [string, Json] => {
    const recordedResponses = Object.entries(recorded.responses[id]?.[status] ?? {});
    const examples = Object.fromEntries(recordedResponses.map(([name, value]) => [name, { value }]));
    const names = [
      ...(operation.errorFormat === 'acp' ? echoedByAcp : []),
      ...(operation.isConditional && status.startsWith('2') ? ['ETag'] : []),
    ];
    return [status, describeResponse(spec, { names, examples })];
  });
  return {
    ...Object.fromEntries(refused),
    ...(operation.isConditional && { 304: referResponse(unchanged) }),
    ...Object.fromEntries(named),
    // Linters look for one error in each operation, and a preflight has only those of all.
    ...(refused.length === 0 && { '4XX': referResponse(defaultComponentName(operation.errorFormat ?? 'rest')) }),
    default: referResponse(defaultComponentName(operation.errorFormat ?? 'rest')),
  };
}

/** `x-error-codes` of one operation: those of its `default` response that not every operation has. */
export function listErrorCodes(operation: Operation): ErrorCode[] {
  const codes = listErrorResponses(operation)
    .filter(isDefault)
    .flatMap((error) => error.codes);
  return codes.filter((code) => !commonCodes.includes(code));
}

function describeError(error: ErrorResponse, recorded: RecordedExamples): Json {
  const about = { names: listErrorHeaders(error), examples: referExamples(error, recorded) };
  return describeResponse(toErrorResponseSpec(error), about);
}

function referExamples({ format, codes }: Pick<ErrorResponse, 'format' | 'codes'>, recorded: RecordedExamples): Json {
  const shown = codes.filter((code) => findExample(recorded, format, code) !== undefined);
  return Object.fromEntries(
    shown.map((code) => [code, { $ref: `#/components/examples/${errorComponentName(format, code)}` }]),
  );
}

function referResponse(name: string): Json {
  return { $ref: `#/components/responses/${name}` };
}

function describeResponse(spec: ResponseSpec, about: { names: readonly string[]; examples: Json }): Json {
  const headers = describeHeaders(about.names, spec.headers);
  return {
    description: spec.description,
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(spec.schema || spec.mediaTypes ? { content: describeContent(spec, about.examples) } : {}),
  };
}

/** A page or an event stream is described as a string, because its parts have no JSON schema. */
function describeContent({ schema, mediaTypes = ['application/json'] }: ResponseSpec, examples: Json): Json {
  const hasExamples = Object.keys(examples).length > 0;
  return Object.fromEntries(
    mediaTypes.map((type) => {
      if (type.startsWith('text/')) return [type, { schema: { type: 'string' } }];
      return [type, { schema: schema ? referSchema(schema) : {}, ...(hasExamples && { examples }) }];
    }),
  );
}

/** Name of the component that describes 304. */
const unchanged = 'not_modified';
