/**
 * Tools for an agent inside the browser (WebMCP): the calls of the API, without leaving the page it looks at.
 * Browsers without a model context never fetch this; forms carry their own description.
 */
interface Tool {
  name: string;
  description: string;
  inputSchema: unknown;
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean };
  execute(input: Record<string, unknown>): Promise<{ content: { type: 'text'; text: string }[] }>;
}

export interface ModelContext {
  registerTool(tool: Tool): unknown;
}

declare global {
  interface Document {
    modelContext?: ModelContext;
  }
  interface Navigator {
    modelContext?: ModelContext;
  }
}

const annotations = { readOnlyHint: true, untrustedContentHint: false };

async function read(path: string, query: Record<string, string>) {
  const search = new URLSearchParams(query).toString();
  const response = await fetch(search ? `${path}?${search}` : path, { headers: { accept: 'application/json' } });
  return { content: [{ type: 'text' as const, text: await response.text() }] };
}

const tools: Tool[] = [
  {
    name: 'ask_library',
    description:
      'Ask a question in plain words. Answers the articles and sections of this site that fit, with their addresses.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'A question in plain words, up to 1,000 characters.' } },
      required: ['query'],
    },
    annotations,
    execute: (input) => read('/ask', { query: String(input.query ?? ''), streaming: '0' }),
  },
  {
    name: 'list_articles',
    description: 'List the articles of this site, newest first. Narrow it by tier or tag.',
    inputSchema: {
      type: 'object',
      properties: {
        page: { type: 'integer', minimum: 1 },
        tier: { type: 'string', enum: ['free', 'paid'] },
        tag: { type: 'string' },
      },
    },
    annotations,
    execute: (input) =>
      read('/api/v1/articles', Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))),
  },
  {
    name: 'read_article',
    description:
      'Read one article as markdown by its slug. A paid one answers with its price, its preview and how to get the rest.',
    inputSchema: {
      type: 'object',
      properties: { slug: { type: 'string', description: 'The last part of the address of the article.' } },
      required: ['slug'],
    },
    annotations,
    execute: (input) => read(`/api/v1/articles/${encodeURIComponent(String(input.slug ?? ''))}`, {}),
  },
];

/** Offers the tools. One that is refused is one fewer; the page works without any. */
export function register(models: ModelContext) {
  for (const tool of tools) {
    try {
      models.registerTool(tool);
    } catch (error) {
      console.info('The tool was not taken:', tool.name, error);
    }
  }
}
