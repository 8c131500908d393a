import type { z } from 'zod';
import type { Confidence } from '../../search/engine.ts';
import type { McpContext } from './mcp-context.ts';

/** A tool as data: enough for tools/list and the server card. */
export interface ToolSpec<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  /** Says what the tool does and when to use it. */
  description: string;
  input: Input;
  output: Output;
}

export interface ToolResult<Structured = Record<string, unknown>> {
  /** Called only when the result is not cached. */
  structured(): Structured | Promise<Structured>;
  /** The text for a model; the JSON of `structured` by default. */
  text?(): string;
  /** Equal for outcomes of this tool that say the same; absent: made for this one call. */
  key?: string;
  /** It takes a search. */
  isSearched?: true;
  /** The question in the call, and the confidence in the first hit, which is read after `structured`. */
  question?: { text: string; confidence(): Confidence };
  /** `_meta` of the result, or what creates it after `structured`. */
  meta?: Record<string, unknown> | (() => Record<string, unknown>);
}

/** A tool that can be called; `call` has not yet checked its arguments. */
export interface Tool {
  spec: ToolSpec;
  call(args: unknown, context: McpContext): Promise<ToolResult>;
}

export interface ResourceEntry {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}

export interface TemplateEntry extends Omit<ResourceEntry, 'uri'> {
  uriTemplate: string;
}

export interface ResourceSet {
  count(): number;
  /** Entries from the one with the number `start` to the one before `end`; by default all. */
  list(start?: number, end?: number): ResourceEntry[];
  templates: readonly TemplateEntry[];
  read(uri: string, context: McpContext): string | undefined | Promise<string | undefined>;
  /** The id of the article that a URI names; absent where no resource changes while the software runs. */
  findId?(uri: string): string | undefined;
  /** Values of a template's variable. */
  complete(value: string): string[];
}

export interface PromptSpec {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
}

export interface Prompt {
  spec: PromptSpec;
  /** The text of the one user message. */
  write(args: Readonly<Record<string, string>>, context: McpContext): string | Promise<string>;
  complete(argument: string, value: string): string[];
}

/** A skill of one file, as the Skills extension lists it (SEP-2640). */
export interface Skill {
  entry: {
    uri: string;
    frontmatter: { name: string; description: string };
    resources: readonly { uri: string; digest: string; size: number }[];
  };
  /** The file. */
  text: string;
}

/** One server as data: what it says of itself in initialize, in its lists and in its card. */
export interface ServerDescription {
  /** `reverse.dns/name`, as the server card wants it. */
  name: string;
  title: string;
  version: string;
  /** At most 100 characters. */
  description: string;
  instructions: string;
  endpoint: string;
  tools: readonly ToolSpec[];
  templates: readonly TemplateEntry[];
  /** Do its resources change while the software runs? */
  isWatchable: boolean;
  prompts: readonly PromptSpec[];
}

export interface ServerFeatures {
  about: ServerDescription;
  tools: readonly Tool[];
  resources: ResourceSet;
  prompts: readonly Prompt[];
  skills: readonly Skill[];
}

export interface MethodResult {
  /** One JSON object without `_meta`, in UTF-8. */
  object: Uint8Array;
  meta?: Record<string, unknown>;
}

export type McpMethod = (params: unknown, context: McpContext) => Promise<MethodResult>;
