import { z } from 'zod';
import { parseJson, tryJson } from '../../core/parse-json.ts';
import { ServiceError } from '../../core/service-error.ts';
import { describeMistake } from '../../library/mistake.ts';

export type Mode = 'list' | 'summarize' | 'generate';

/** Which of the NLWeb frame forms a client reads (guides: classic = mid-2025 and its successor in one stream). */
export type Dialect = 'classic' | '0.54' | '0.55';

/** A question as any NLWeb dialect asks it. */
export interface AskRequest {
  dialect: Dialect;
  text: string;
  queryId: string | undefined;
  sites: string[];
  previous: string[];
  standalone: string | undefined;
  modes: ReadonlySet<Mode>;
  limit: number;
  offset: number;
  /** 0 to 100. */
  minScore: number;
  /** `detail=full`: `hasPart` of a result has the text of its section, up to 1,200 characters. */
  hasContext: boolean;
  /** The client's choice of streaming; undefined leaves it to Accept. */
  streaming: boolean | undefined;
}

const maxTextLength = 1000;
const defaultResults = 10;
const maxResults = 50;

const List = z.union([z.string().transform(splitList), z.array(z.string())]);
const Flag = z.union([z.boolean(), z.number(), z.string()]).transform(readFlag);
const Count = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d+$/, 'not a whole number')
    .transform((text) => Math.min(Number(text), Number.MAX_SAFE_INTEGER)),
]);
const Results = Count.pipe(z.int().min(1)).transform((count) => Math.min(count, maxResults));
const Offset = Count.pipe(z.int().min(0).max(1000));
const Score = Count.pipe(z.int().min(0).max(100));
const Modes = z.string().transform(readModes);
const Detail = z.enum(['concise', 'full']);
const QueryId = z.string().regex(/^[\x20-\x7e]{1,200}$/, 'not 1 to 200 printable characters');

const Preference = z.looseObject({ streaming: Flag.optional(), mode: Modes.optional() });
const Meta = z.looseObject({ version: z.string().optional(), api_version: z.string().optional() });

/**
 * The string form (docs/nlweb-rest-api), as parameters or as a JSON body, with `prefer` and `meta` of the later form.
 */
export const Classic = z.looseObject({
  query: z.string().optional(),
  query_id: QueryId.optional(),
  site: List.optional(),
  prev: List.optional(),
  decontextualized_query: z.string().optional(),
  mode: Modes.optional(),
  generate_mode: Modes.optional(),
  num_results: Results.optional(),
  streaming: Flag.optional(),
  detail: Detail.optional(),
  prefer: Preference.optional(),
  meta: Meta.optional(),
});

/** NLWeb 0.54 and 0.55: `query` is an object. */
export const Structured = z.looseObject({
  query: z.looseObject({
    text: z.string().optional(),
    site: List.optional(),
    decontextualized_query: z.string().optional(),
    num_results: Results.optional(),
    max_results: Results.optional(),
    min_score: Score.optional(),
  }),
  query_id: QueryId.optional(),
  streaming: Flag.optional(),
  detail: Detail.optional(),
  context: z.looseObject({ prev: List.optional() }).optional(),
  prefer: Preference.optional(),
  meta: Meta.extend({ start_num: Offset.optional() }).optional(),
});

/** @throws ServiceError missing_query | invalid_request */
export function readAskParams(params: URLSearchParams): AskRequest {
  return readClassic(Object.fromEntries(params), undefined);
}

/**
 * Reads a JSON body; missing members are taken from the query string, as NLWeb's own server does.
 * @throws ServiceError invalid_json | missing_query | invalid_request
 */
export function readAskBody(text: string, params: URLSearchParams): AskRequest {
  if (text.trim() === '') return readAskParams(params);
  const body = z.looseObject({}).safeParse(parseJson(text));
  if (!body.success) throw new ServiceError('invalid_request', 'The body must be a JSON object.');
  const { query } = body.data;
  const inQuery = readFlag(params.get('streaming') ?? '');
  if (typeof query === 'object' && query !== null) return readStructured(body.data, inQuery);
  return readClassic({ ...Object.fromEntries(params), ...body.data }, inQuery);
}

function readClassic(given: Record<string, unknown>, inQuery: boolean | undefined): AskRequest {
  const request = parse(Classic, given);
  return {
    // A string query with `prefer` or `meta` comes from a client of the later version that uses the short spelling of
    // query.
    dialect: request.prefer || request.meta ? dialectOf(request.meta) : 'classic',
    text: checkText(request.query),
    queryId: request.query_id,
    sites: request.site ?? [],
    previous: request.prev ?? [],
    standalone: nonBlank(request.decontextualized_query),
    modes: request.prefer?.mode ?? request.mode ?? request.generate_mode ?? new Set(),
    limit: request.num_results ?? defaultResults,
    offset: 0,
    minScore: 0,
    hasContext: request.detail === 'full',
    streaming: chooseStreaming([inQuery, request.streaming, request.prefer?.streaming]),
  };
}

function readStructured(given: Record<string, unknown>, inQuery: boolean | undefined): AskRequest {
  const { query, query_id, streaming, detail, context, prefer, meta } = parse(Structured, given);
  return {
    dialect: dialectOf(meta),
    text: checkText(query.text),
    queryId: query_id,
    sites: query.site ?? [],
    previous: context?.prev ?? [],
    standalone: nonBlank(query.decontextualized_query),
    modes: prefer?.mode ?? new Set(),
    limit: query.max_results ?? query.num_results ?? defaultResults,
    offset: meta?.start_num ?? 0,
    minScore: query.min_score ?? 0,
    hasContext: detail === 'full',
    streaming: chooseStreaming([inQuery, streaming, prefer?.streaming]),
  };
}

/** A client says it in up to three places; false wins, as contract.md has it for /ask. */
function chooseStreaming(choices: readonly (boolean | undefined)[]): boolean | undefined {
  return choices.includes(false) ? false : choices.find((choice) => choice !== undefined);
}

function dialectOf(meta: z.infer<typeof Meta> | undefined): Dialect {
  return (meta?.version ?? meta?.api_version) === '0.54' ? '0.54' : '0.55';
}

function parse<Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ServiceError('invalid_request', describeMistake(parsed.error));
}

function checkText(text: string | undefined): string {
  const trimmed = text?.trim();
  if (!trimmed) throw new ServiceError('missing_query');
  // Code points, as JSON Schema counts them for `maxLength`.
  const { length } = trimmed.length > maxTextLength ? [...trimmed] : trimmed;
  if (length > maxTextLength) {
    throw new ServiceError(
      'invalid_request',
      `query: it has ${length} characters; at most ${maxTextLength} are allowed.`,
    );
  }
  return trimmed;
}

function nonBlank(text: string | undefined): string | undefined {
  return text?.trim() || undefined;
}

/** Comma separated, or a JSON array: nlweb-js-client sends `prev=["..."]`. */
function splitList(text: string): string[] {
  if (text.startsWith('[')) {
    const array = z.array(z.string()).safeParse(tryJson(text));
    if (array.success) return array.data;
  }
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** Only what is explicitly true or false counts; anything else leaves the choice to Accept. */
function readFlag(value: boolean | number | string): boolean | undefined {
  const text = String(value).toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(text)) return true;
  return ['0', 'false', 'no', 'off'].includes(text) ? false : undefined;
}

/** `list, summarize` asks for both; `none` is the old name of list. */
function readModes(text: string, context: z.RefinementCtx): Set<Mode> {
  const modes = new Set<Mode>();
  for (const word of splitList(text.toLowerCase())) {
    if (word === 'summarize' || word === 'generate' || word === 'list') modes.add(word);
    else if (word === 'none') modes.add('list');
    else context.addIssue({ code: 'custom', message: 'one of list, summarize, generate' });
  }
  return modes;
}
