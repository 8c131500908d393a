import type { Result } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { McpContext } from './asker.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';
import type { ServerFeatures } from './surface.ts';
import { createToolCaller, listTool, moreCallsOf, parseParams, unknown } from './tool.ts';

export type RpcMethod = (params: unknown, asker: McpContext) => Promise<Result>;

const perPage = 100;
/** MCP, completion: at most 100 values. */
const mostCompletions = 100;

export const Cursor = z.object({ cursor: z.string().optional() });
const ResourceRead = z.object({ uri: z.string() });
const PromptGet = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });
const Complete = z.object({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string() }),
    z.object({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
});

function method<Schema extends z.ZodType>(
  schema: Schema,
  answer: (params: z.infer<Schema>, asker: McpContext) => Result | Promise<Result>,
): RpcMethod {
  return async (params, asker) => answer(parseParams(schema, params ?? {}), asker);
}

/** What a surface answers, by JSON-RPC method. `initialize` and `ping` are the SDK's. */
export function createMethods(surface: ServerFeatures): ReadonlyMap<string, RpcMethod> {
  const { tools, resources, prompts } = surface;
  const callTool = createToolCaller(tools);
  const promptByName = new Map(prompts.map((prompt) => [prompt.spec.name, prompt]));
  const listedTools = tools.map(({ spec }) => listTool(spec));

  function readPrompt(name: string) {
    const prompt = promptByName.get(name);
    if (!prompt) throw unknown('prompt', name);
    return prompt;
  }

  return new Map<string, RpcMethod>([
    ['tools/list', method(Cursor, () => ({ tools: listedTools }))],
    [
      'tools/call',
      async (params, asker) => {
        const { outcome } = await callTool(params, asker);
        await asker.spend(moreCallsOf(outcome));
        const structuredContent = outcome.structured();
        return {
          content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
          structuredContent,
          ...(outcome.meta ? { _meta: outcome.meta } : {}),
        };
      },
    ],
    ['resources/list', method(Cursor, ({ cursor }) => pageOf(resources.list(), cursor))],
    ['resources/templates/list', method(Cursor, () => ({ resourceTemplates: [...resources.templates] }))],
    [
      'resources/read',
      method(ResourceRead, async ({ uri }, asker) => {
        const text = await resources.read(uri, asker);
        if (text === undefined) throw unknown('resource', uri, { uri });
        return { contents: [{ uri, mimeType: 'text/markdown', text }] };
      }),
    ],
    ['prompts/list', method(Cursor, () => ({ prompts: prompts.map(({ spec }) => spec) }))],
    [
      'prompts/get',
      method(PromptGet, ({ name, arguments: args = {} }, asker) => {
        const prompt = readPrompt(name);
        const missing = prompt.spec.arguments.find((argument) => argument.required && !args[argument.name]?.trim());
        if (missing) throw new RpcError(rpcCodes.invalidParams, `arguments.${missing.name}: is required.`);
        const text = prompt.write(args, asker);
        return {
          description: prompt.spec.description,
          messages: [{ role: 'user', content: { type: 'text', text } }],
        };
      }),
    ],
    [
      'completion/complete',
      method(Complete, ({ ref, argument }) => {
        if (ref.type === 'ref/prompt') return completion(readPrompt(ref.name).complete(argument.name, argument.value));
        if (!resources.templates.some(({ uriTemplate }) => uriTemplate === ref.uri)) throw unknown('template', ref.uri);
        return completion(resources.complete(argument.value));
      }),
    ],
  ]);
}

function completion(values: string[]): Result {
  const shown = values.slice(0, mostCompletions);
  return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } };
}

/** The cursor is the number of the next entry: opaque to clients, and anything else is refused (MCP, pagination). */
function pageOf(resources: unknown[], cursor: string | undefined): Result {
  const start = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isInteger(start) || start < 0 || start > resources.length) {
    throw new RpcError(rpcCodes.invalidParams, 'cursor: not one that this server gave.');
  }
  const next = start + perPage;
  return {
    resources: resources.slice(start, next),
    ...(next < resources.length ? { nextCursor: String(next) } : {}),
  };
}
