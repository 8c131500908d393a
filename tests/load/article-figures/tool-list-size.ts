/**
 * What the tool lists of this service's two MCP servers cost a reader, in characters of JSON.
 * Quoted in content/articles/mcp-for-publishers.md. Run: node tests/load/article-figures/tool-list-size.ts
 */
import { getArticle, getPricing, searchArticles } from '../../../src/protocols/mcp/article-tool-list.ts';
import { readDoc, searchDocs } from '../../../src/protocols/mcp/doc-tool-list.ts';
import { listTool } from '../../../src/protocols/mcp/tool.ts';
import { report } from './machine.ts';

const lengthOf = (value: unknown) => JSON.stringify(value).length;

const rows = [searchArticles, getArticle, getPricing, searchDocs, readDoc].map((spec) => {
  const tool = listTool(spec);
  return {
    tool: tool.name,
    whole: lengthOf(tool),
    description: tool.description.length,
    'input schema': lengthOf(tool.inputSchema),
    'output schema': lengthOf(tool.outputSchema),
  };
});
const total = (key: 'whole' | 'description' | 'input schema' | 'output schema') =>
  rows.reduce((sum, row) => sum + row[key], 0);
rows.push({
  tool: 'all five',
  whole: total('whole'),
  description: total('description'),
  'input schema': total('input schema'),
  'output schema': total('output schema'),
});
report('Characters of tools/list', rows);
