import { ask } from '../support/client.ts';

/** The code blocks of one language under one heading of /developers.md, as a reader would copy them. */
export async function readExamples(heading: string, language: string): Promise<string[]> {
  const page = await (await ask('/developers.md')).text();
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  return Array.from(section.matchAll(/```(\w+)\n([\s\S]*?)```/g)).flatMap(([, tag, code]) =>
    tag === language && code !== undefined ? [code] : [],
  );
}
