import { z } from 'zod';
import { searchCalls } from '../../contract/operation.ts';
import { describeMistake } from '../../library/mistake.ts';
import type { ReleaseCache } from '../release-cache.ts';
import type { McpMethod, Tool, ToolResult, ToolSpec } from './feature-types.ts';
import { Members } from './json-rpc.ts';
import type { McpContext } from './mcp-context.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';

/** Joins a tool's description to what it does; arguments are checked first. */
export function implementTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  spec: ToolSpec<Input, Output>,
  run: (args: z.infer<Input>, context: McpContext) => Promise<ToolResult<z.infer<Output>>>,
): Tool {
  return {
    spec,
    async call(args, context): Promise<ToolResult> {
      return run(parseArguments(spec, args ?? {}), context);
    },
  };
}

const ToolCall = z.object({ name: z.string(), arguments: Members.optional() });

/**
 * `tools/call`. The tool checks on every call whether the caller may have the result, and only then names the key under
 * which its bytes are cached.
 */
export function createToolCall(tools: readonly Tool[], cache: ReleaseCache): McpMethod {
  const byName = new Map(tools.map((tool) => [tool.spec.name, tool]));
  return async (params, context) => {
    const { name, arguments: args } = parseParams(ToolCall, params ?? {});
    const tool = byName.get(name);
    if (!tool) throw unknown('tool', name, { remedy: `The tools here are ${[...byName.keys()].join(', ')}.` });
    const { key, meta, isSearched, question, structured, text } = await tool.call(args, context);
    const cacheKey = key === undefined ? undefined : `${name} ${key}`;
    const cached = cacheKey === undefined ? undefined : cache.find(cacheKey);
    if (!cached) await context.spend(isSearched ? searchCalls - 1 : 0);
    const keep = cache.begin();
    const bytes = cached?.bytes ?? writeToolResult(await structured(), text?.());
    const confidence = cached ? cached.confidence : question?.confidence();
    if (cacheKey !== undefined && !cached) keep(cacheKey, { bytes, confidence });
    if (question) context.note({ kind: 'question', text: question.text, confidence: confidence ?? 'none' });
    const added = typeof meta === 'function' ? meta() : meta;
    return added ? { object: bytes, meta: added } : { object: bytes };
  };
}

const encoder = new TextEncoder();

/** @param text the JSON of the structure unless given (docs/decisions/mcp.md) */
function writeToolResult(structured: Record<string, unknown>, text?: string): Uint8Array {
  const json = JSON.stringify(structured);
  const quoted = JSON.stringify(text ?? json);
  return encoder.encode(`{"content":[{"type":"text","text":${quoted}}],"structuredContent":${json}}`);
}

/**
 * Invalid params: nothing of this kind has this name. Most clients show their model the message alone, so it has the
 * remedy.
 */
export function unknown(
  kind: 'tool' | 'resource' | 'prompt' | 'template',
  name: string,
  { remedy, ...data }: { remedy: string; uri?: string },
): RpcError {
  const message = `There is no ${kind} ${JSON.stringify(name.slice(0, 200))}. ${remedy}`;
  return new RpcError(rpcCodes.invalidParams, message, Object.keys(data).length > 0 ? data : undefined);
}

/** @throws RpcError invalid params, naming the first argument that is wrong and all that there are */
function parseArguments<Input extends z.ZodObject>({ name, input }: ToolSpec<Input>, args: unknown): z.infer<Input> {
  const parsed = input.safeParse(args);
  if (parsed.success) return parsed.data;
  const all = Object.entries(input.shape).map(([key, schema]) =>
    z.safeParse(schema, undefined).success ? key : `${key} (required)`,
  );
  const remedy = all.length > 0 ? `The arguments of ${name} are ${all.join(', ')}.` : `${name} has no arguments.`;
  throw new RpcError(rpcCodes.invalidParams, `${describeMistake(parsed.error, { whole: 'arguments' })} ${remedy}`);
}

/** Params of a list that fits on one page: it never returns a cursor, so any cursor is wrong (MCP, pagination). */
export const OnePage = z.object({
  cursor: z.undefined({ error: 'this list has one page. Leave the cursor out' }).optional(),
});

/** @throws RpcError invalid params, naming the first field that is wrong */
export function parseParams<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RpcError(rpcCodes.invalidParams, describeMistake(parsed.error, { whole: 'params' }));
}

/** An entry of tools/list. Every tool here only reads a closed library. */
export function listTool({ name, title, description, input, output }: ToolSpec) {
  return {
    name,
    title,
    description,
    inputSchema: toSchema(input, 'input'),
    outputSchema: toSchema(output, 'output'),
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
}

/**
 * MCP wants `type: object` at the top, where zod writes a bare $ref for a schema with an id; and 2020-12 is MCP's
 * dialect unless `$schema` names another, while validators of older clients stumble over the name of a dialect they
 * lack.
 */
function toSchema(schema: z.ZodObject, io: 'input' | 'output') {
  const { $schema, ...anonymous } = z.toJSONSchema(io === 'input' ? schema : z.object(schema.shape), {
    io,
    // A format says in one word what zod spells out in 200 characters of pattern; every client reads these lists.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format) delete jsonSchema.pattern;
    },
  });
  return { ...anonymous, type: 'object' as const };
}
