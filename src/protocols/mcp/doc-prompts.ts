import { pageMarkdownPath } from '../../contract/urls.ts';
import type { Services } from '../../core/services.ts';
import type { Prompt, PromptSpec } from './feature-types.ts';

const writeClient: PromptSpec = {
  name: 'write_client',
  title: 'Write a client for this API',
  description: 'Turns a task into working calls against this service, from its own documentation.',
  arguments: [{ name: 'task', description: 'What the client is to do, in your own words.', required: true }],
};

export const docPrompts: readonly PromptSpec[] = [writeClient];

/** The one prompt of the documentation server. */
export function createDocPrompts({ library, urls }: Services): Prompt[] {
  return [
    {
      spec: writeClient,
      complete: () => [],
      write: ({ task = '' }) =>
        [
          `Write a client of the API at ${urls.base} that does this: ${task}`,
          `Read first what you need of these documents with read_doc:\n${library.pages.map((page) => `- ${pageMarkdownPath(page)}: ${page.description}`).join('\n')}`,
          `The machine-readable description is ${urls.at('/openapi.json')}. Handle 402, 401 and 429 as the documents say, send an Idempotency-Key where one is accepted, and never put a key into a URL.`,
        ].join('\n\n'),
    },
  ];
}
