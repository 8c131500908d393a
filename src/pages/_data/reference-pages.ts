import { tagDescriptions } from '../../contract/operation.ts';

/** The group of operations that a page is the reference of: `developers/reference-mcp` of MCP. Undefined for every other page. */
export function referenceOf(name: string): string | undefined {
  const tag = /^developers\/reference-(.+)$/.exec(name)?.[1];
  return Object.keys(tagDescriptions).find((known) => known.toLowerCase() === tag);
}
