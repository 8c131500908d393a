import { encodeJson } from '../json-bytes.ts';
import type { ReleaseCache } from '../kept.ts';
import type { McpContext } from './asker.ts';
import { Cursor } from './methods.ts';
import type { ServerFeatures } from './surface.ts';
import { createToolCaller, listTool, moreCallsOf, parseParams } from './tool.ts';

/** A result as it goes on the wire. */
export interface WrittenResult {
  /** One JSON object without `_meta`. */
  object: Uint8Array;
  meta?: Record<string, unknown>;
}

export type CachedMethod = (params: unknown, asker: McpContext) => Promise<WrittenResult>;

const encoder = new TextEncoder();

/**
 * The methods that agents call most, without an SDK server: their results are written once and kept. Who may have a result is
 * asked every time; a tool names the key of its outcome only after that. `tests/conformance/mcp-parity.test.ts` holds them
 * to what the SDK makes of `createMethods`.
 */
export function createCachedMethods(
  { tools }: Pick<ServerFeatures, 'tools'>,
  kept: ReleaseCache,
): ReadonlyMap<string, CachedMethod> {
  const callTool = createToolCaller(tools);
  const list = { object: encodeJson({ tools: tools.map(({ spec }) => listTool(spec)) }) };
  return new Map<string, CachedMethod>([
    [
      'tools/list',
      async (params) => {
        parseParams(Cursor, params ?? {});
        return list;
      },
    ],
    [
      'tools/call',
      async (params, asker) => {
        const { name, outcome } = await callTool(params, asker);
        const { key, meta } = outcome;
        const place = key === undefined ? undefined : `${name} ${key}`;
        const known = place === undefined ? undefined : kept.find(place);
        if (!known) await asker.spend(moreCallsOf(outcome));
        const object = known ?? writeToolResult(outcome.structured());
        if (place !== undefined && !known) kept.keep(place, object);
        return meta ? { object, meta } : { object };
      },
    ],
  ]);
}

/** Text and structure say the same (docs/decisions/mcp.md), so the JSON is made once and quoted once. */
function writeToolResult(structured: Record<string, unknown>): Uint8Array {
  const json = JSON.stringify(structured);
  return encoder.encode(`{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`);
}
