import type { Result } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { encodeJson } from '../json.ts';
import type { ReleaseCache } from '../release-cache.ts';
import type { McpMethod, Prompt, ResourceSet, ServerFeatures, Skill } from './feature-types.ts';
import type { McpContext } from './mcp-context.ts';
import { RpcError, rpcCodes } from './rpc-error.ts';
import { findSkill, skillMethods } from './skill-methods.ts';
import { createToolCall, listTool, OnePage, parseParams, unknown } from './tool.ts';

const perPage = 100;
/** MCP, completion: at most 100 values. */
const mostCompletions = 100;

const Cursor = z.object({ cursor: z.string().optional() });
const ResourceRead = z.object({ uri: z.string() });
const PromptGet = z.object({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() });
const Complete = z.object({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string() }),
    z.object({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
});

type Methods = readonly (readonly [name: string, method: McpMethod])[];

function method<Schema extends z.ZodType>(
  schema: Schema,
  run: (params: z.infer<Schema>, context: McpContext) => Result | Promise<Result>,
): McpMethod {
  return async (params, context) => ({ object: encodeJson(await run(parseParams(schema, params ?? {}), context)) });
}

/**
 * The methods of a server but for the handshake, by JSON-RPC name.
 * @param cache results of tools, until an article is released
 */
export function createMethods(features: ServerFeatures, cache: ReleaseCache): ReadonlyMap<string, McpMethod> {
  const { tools, resources, prompts, skills } = features;
  const list = { object: encodeJson({ tools: tools.map(({ spec }) => listTool(spec)) }) };
  return new Map([
    [
      'tools/list',
      async (params) => {
        parseParams(OnePage, params ?? {});
        return list;
      },
    ],
    ['tools/call', createToolCall(tools, cache)],
    ...resourceMethods(resources, skills),
    ...skillMethods(skills),
    ...promptMethods(prompts),
    ['completion/complete', method(Complete, (params) => complete(params, features))],
  ]);
}

function resourceMethods(resources: ResourceSet, skills: readonly Skill[]): Methods {
  return [
    ['resources/list', method(Cursor, ({ cursor }) => pageOf(resources, cursor))],
    ['resources/templates/list', method(OnePage, () => ({ resourceTemplates: [...resources.templates] }))],
    [
      'resources/read',
      method(ResourceRead, async ({ uri }, context) => {
        const text = findSkill(skills, uri)?.text ?? (await resources.read(uri, context));
        if (text === undefined) throw unknown('resource', uri, { uri, remedy: 'Take one from resources/list.' });
        return { contents: [{ uri, mimeType: 'text/markdown', text }] };
      }),
    ],
  ];
}

function promptMethods(prompts: readonly Prompt[]): Methods {
  return [
    ['prompts/list', method(OnePage, () => ({ prompts: prompts.map(({ spec }) => spec) }))],
    [
      'prompts/get',
      method(PromptGet, async ({ name, arguments: args = {} }, context) => {
        const prompt = readPrompt(prompts, name);
        const missing = prompt.spec.arguments.find((argument) => argument.required && !args[argument.name]?.trim());
        if (missing) {
          const needs = `${name} needs the argument ${missing.name}: ${missing.description}`;
          throw new RpcError(rpcCodes.invalidParams, needs);
        }
        const text = await prompt.write(args, context);
        return {
          description: prompt.spec.description,
          messages: [{ role: 'user', content: { type: 'text', text } }],
        };
      }),
    ],
  ];
}

function readPrompt(prompts: readonly Prompt[], name: string): Prompt {
  const prompt = prompts.find(({ spec }) => spec.name === name);
  if (!prompt) {
    throw unknown('prompt', name, {
      remedy: `The prompts here are ${prompts.map(({ spec }) => spec.name).join(', ')}.`,
    });
  }
  return prompt;
}

function complete({ ref, argument }: z.infer<typeof Complete>, { prompts, resources }: ServerFeatures): Result {
  const { name, value } = argument;
  if (ref.type === 'ref/prompt') return completion(readPrompt(prompts, ref.name).complete(name, value));
  const uris = resources.templates.map(({ uriTemplate }) => uriTemplate);
  if (!uris.includes(ref.uri))
    throw unknown('template', ref.uri, { remedy: `The templates here are ${uris.join(', ')}.` });
  return completion(resources.complete(value));
}

function completion(values: string[]): Result {
  const shown = values.slice(0, mostCompletions);
  return { completion: { values: shown, total: values.length, hasMore: values.length > shown.length } };
}

/** The cursor is the number of the next entry: opaque to clients, and anything else is refused (MCP, pagination). */
function pageOf(resources: ResourceSet, cursor: string | undefined): Result {
  const start = Number(cursor ?? 0);
  const count = resources.count();
  const isGiven = String(start) === cursor && start > 0 && start % perPage === 0 && start <= count;
  if (cursor !== undefined && !isGiven) {
    throw new RpcError(
      rpcCodes.invalidParams,
      'cursor: this server gave no such cursor. Send the nextCursor of the page before, or leave it out for the first page.',
    );
  }
  const next = start + perPage;
  return {
    resources: resources.list(start, next),
    ...(next < count ? { nextCursor: String(next) } : {}),
  };
}
