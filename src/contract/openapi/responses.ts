import type { Operation, ResponseSpec } from '../operation.ts';
import {
  type ErrorResponse,
  errorComponentName,
  findExample,
  getErrorSchema,
  listErrorHeaders,
  listErrorResponses,
  toErrorResponseSpec,
} from './error-responses.ts';
import { describeHeaders, echoedByAcp, onEveryAnswer, onSomeAnswers } from './header-components.ts';
import type { RecordedExamples } from './recorded-examples.ts';
import { type Json, referSchema } from './schema-components.ts';

/** Components that operations share: each error response is described once, and so is each example. */
export function describeErrorComponents(
  operations: readonly Operation[],
  recorded: RecordedExamples,
): { responses: Json; examples: Json } {
  const errors = operations.flatMap(listErrorResponses);
  const responses = errors.map((error): [string, Json] => [
    errorComponentName(error.form, ...error.codes),
    describeError(error, recorded),
  ]);
  const examples = errors.flatMap(({ form, codes }) =>
    codes.flatMap((code): [string, Json][] => {
      const value = findExample(recorded, form, code);
      return value === undefined ? [] : [[errorComponentName(form, code), { value }]];
    }),
  );
  return { responses: Object.fromEntries(responses), examples: Object.fromEntries(examples) };
}

/** `responses` of one operation, by status: its own, its errors, and 304 if it is conditional. */
export function describeResponses(id: string, operation: Operation, recorded: RecordedExamples): Json {
  const refused = listErrorResponses(operation).map(({ status, form, codes }): [number, Json] => [
    status,
    { $ref: `#/components/responses/${errorComponentName(form, ...codes)}` },
  ]);
  const named = Object.entries(operation.responses).map(([status, spec]): [string, Json] => {
    const recordedResponses = Object.entries(recorded.responses[id]?.[status] ?? {});
    const examples = Object.fromEntries(recordedResponses.map(([name, value]) => [name, { value }]));
    const names = status.startsWith('2') ? headersOfSuccess(operation) : headersOf(operation);
    return [status, describeResponse(spec, { names, examples })];
  });
  return {
    ...Object.fromEntries(refused),
    ...(operation.isConditional && {
      304: {
        description: 'Your copy, named by If-None-Match, is current.',
        headers: describeHeaders([...headersOf(operation), 'ETag']),
      },
    }),
    ...Object.fromEntries(named),
    // A redirect or an error has no success response; `default` describes everything else.
    ...(!named.some(([status]) => status.startsWith('2')) && {
      default: describeResponse(
        { description: 'Any other error.', schema: getErrorSchema(operation) },
        { names: onEveryAnswer, examples: {} },
      ),
    }),
  };
}

function headersOf({ isMirrored, errorFormat }: Operation): string[] {
  const echoed = errorFormat === 'acp' ? echoedByAcp : [];
  return [...onEveryAnswer, ...(isMirrored ? ['X-Sandbox'] : []), ...onSomeAnswers, ...echoed];
}

function headersOfSuccess(operation: Operation): string[] {
  return [...headersOf(operation), ...(operation.isConditional ? ['ETag'] : [])];
}

function describeError(error: ErrorResponse, recorded: RecordedExamples): Json {
  const { form, codes } = error;
  const shown = codes.filter((code) => findExample(recorded, form, code) !== undefined);
  const examples = Object.fromEntries(
    shown.map((code) => [code, { $ref: `#/components/examples/${errorComponentName(form, code)}` }]),
  );
  return describeResponse(toErrorResponseSpec(error), { names: listErrorHeaders(error), examples });
}

function describeResponse(spec: ResponseSpec, about: { names: readonly string[]; examples: Json }): Json {
  return {
    description: spec.description,
    headers: describeHeaders(about.names, spec.headers),
    ...(spec.schema || spec.mediaTypes ? { content: describeContent(spec, about.examples) } : {}),
  };
}

/** Pages and event streams are text, whatever their parts are. */
function describeContent({ schema, mediaTypes = ['application/json'] }: ResponseSpec, examples: Json): Json {
  const hasExamples = Object.keys(examples).length > 0;
  return Object.fromEntries(
    mediaTypes.map((type) => {
      if (type.startsWith('text/')) return [type, { schema: { type: 'string' } }];
      return [type, { schema: schema ? referSchema(schema) : {}, ...(hasExamples && { examples }) }];
    }),
  );
}
