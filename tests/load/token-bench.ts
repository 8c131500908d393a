import { parseArgs } from 'node:util';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { z } from 'zod';

/**
 * How many tokens a model reads to find one number with its citation, from one starting URL: over MCP (at most 3,000)
 * and from /llms.txt (at most 4,500). Every further URL and argument comes from a document that was read before. Over
 * MCP a model reads the instructions of the server, name, description and input of each tool, and the text of results;
 * `wire` counts everything that is sent instead. Exits with 1 when a limit is passed or the number is not found.
 *
 *   npm run bench:tokens -- [BASE_URL] [--question "..." --number 3,465]
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    question: { type: 'string', default: 'How many days has the longest pause between leap seconds lasted?' },
    number: { type: 'string', default: '3,465' },
  },
});
const base = positionals[0] ?? 'http://localhost:4321';
const { question, number } = values;
const limits = { mcp: 3_000, llms: 4_500 };

const tokenizer = new Tiktoken(o200k);
const countTokens = (text: string) => tokenizer.encode(text).length;

interface Step {
  name: string;
  /** The text that a model reads. */
  text: string;
  /** Everything that was sent. */
  wire: string;
}

const ToolList = z.object({
  tools: z.array(z.looseObject({ name: z.string(), description: z.string(), inputSchema: z.unknown() })),
});
const ToolResult = z.object({ content: z.array(z.object({ text: z.string() })) });
const Found = z.object({ results: z.array(z.object({ slug: z.string(), section: z.string().optional() })).min(1) });

async function callMcp(method: string, params: object): Promise<{ result: unknown; wire: string }> {
  const response = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const wire = await response.text();
  return { result: z.object({ result: z.unknown() }).parse(JSON.parse(wire)).result, wire };
}

async function callTool(name: string, args: object): Promise<Step> {
  const { result, wire } = await callMcp('tools/call', { name, arguments: args });
  return {
    name,
    text: ToolResult.parse(result)
      .content.map(({ text }) => text)
      .join('\n'),
    wire,
  };
}

async function overMcp(): Promise<Step[]> {
  const hello = await callMcp('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  const { instructions } = z.object({ instructions: z.string() }).parse(hello.result);
  const list = await callMcp('tools/list', {});
  const tools = ToolList.parse(list.result).tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  const steps: Step[] = [
    { name: 'initialize', text: instructions, wire: hello.wire },
    { name: 'tools/list', text: JSON.stringify(tools), wire: list.wire },
  ];
  const search = await callTool('search_articles', { query: question });
  steps.push(search);
  const [first] = Found.parse(JSON.parse(search.text)).results;
  steps.push(await callTool('get_article', { ...first }));
  return steps;
}

async function fromLlmsTxt(): Promise<Step[]> {
  const read = async (name: string, url: string): Promise<Step> => {
    const text = await (await fetch(url)).text();
    return { name, text, wire: text };
  };
  const start = await read('/llms.txt', `${base}/llms.txt`);
  const template = /`GET (\S+\/ask\?query=)\.\.\.(\S*)`/.exec(start.text);
  if (!template) throw new Error('/llms.txt names no URL for a question.');
  return [start, await read('/ask', `${template[1]}${encodeURIComponent(question)}${template[2]}`)];
}

function report(way: keyof typeof limits, steps: readonly Step[]): boolean {
  const total = steps.reduce((sum, { text }) => sum + countTokens(text), 0);
  for (const { name, text, wire } of steps) {
    console.log(
      `${way.padEnd(5)} ${name.padEnd(16)} ${String(countTokens(text)).padStart(6)} (wire ${countTokens(wire)})`,
    );
  }
  const last = steps.at(-1)?.text ?? '';
  const isFound = last.includes(number) && last.includes(`${base}/articles/`);
  console.log(
    `${way.padEnd(5)} total            ${String(total).padStart(6)} of ${limits[way]}; ${isFound ? 'found' : 'NOT FOUND'}`,
  );
  return isFound && total <= limits[way];
}

const isWithin = [report('mcp', await overMcp()), report('llms', await fromLlmsTxt())];
process.exitCode = isWithin.every(Boolean) ? 0 : 1;
