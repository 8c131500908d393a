import { dayOf } from '../content/load/dates.ts';
import './plain-errors.ts';

import { createInterface } from 'node:readline/promises';
import { Slug } from '../content/load/schema.ts';
import { contentFolder } from '../publication/read.ts';
import { readArguments } from './arguments.ts';
import { listAuthorIds, toSlug, writeArticle } from './new-article.ts';

const usage = `Usage: npm run new -- --title "The title" [--slug the-title] [--tier free|paid] [--author ID] [--content FOLDER]

Writes content/articles/<slug>.md as a draft. Asks for what is missing when a person is there; never overwrites.
`;

const options = {
  title: { type: 'string' },
  slug: { type: 'string' },
  tier: { type: 'string' },
  author: { type: 'string' },
  content: { type: 'string' },
} as const;

export interface NewSession {
  print: (text: string) => void;
  /** Undefined when nobody is there to answer. */
  ask: ((question: string, fallback: string) => Promise<string>) | undefined;
  /** Epoch milliseconds. */
  now: number;
}

/** @returns the exit code: 0 when a file was written, 1 when one was there already, 2 for wrong or missing arguments. */
export async function runNew(args: readonly string[], { print, ask, now }: NewSession): Promise<number> {
  const called = readArguments(args, { usage, options });
  if (called.kind === 'said') {
    print(called.text);
    return called.code;
  }
  const flags = called.values;
  const { content = contentFolder(process.env) } = flags;
  const answer = async (given: string | undefined, question: string, fallback: string) =>
    given ?? (ask ? (await ask(question, fallback)).trim() || fallback : fallback);

  const title = await answer(flags.title, 'Title', '');
  if (title === '') return refuse(print, `An article needs a title.\n\n${usage}`);
  const slug = await answer(flags.slug, 'Slug (the address: /articles/<slug>)', toSlug(title));
  if (!Slug.safeParse(slug).success) {
    return refuse(print, `"${slug}" is no slug: use lower-case letters, digits and single hyphens, with --slug.\n`);
  }
  const tier = await answer(flags.tier, 'Tier, free or paid', 'free');
  if (tier !== 'free' && tier !== 'paid') return refuse(print, `"${tier}" is no tier: it is free or paid.\n`);
  const ids = await listAuthorIds(content);
  const author = await answer(flags.author, `Author (${ids.join(', ')})`, ids[0] ?? '');
  if (!ids.includes(author)) {
    return refuse(print, `"${author}" is not in ${content}/authors.yaml, which has: ${ids.join(', ') || 'nobody'}.\n`);
  }

  const date = dayOf(now);
  const path = await writeArticle(content, { title, slug, tier, author, date });
  if (!path) {
    print(`${content}/articles/${slug}.md is there already; it was left as it is.\n`);
    return 1;
  }
  print(
    `Wrote ${path}, a draft. See it with npm run dev; check it with npm run check:content; publish it by removing draft: true.\n`,
  );
  return 0;
}

function refuse(print: (text: string) => void, message: string): number {
  print(message);
  return 2;
}

if (import.meta.main) {
  const isPerson = process.stdin.isTTY && process.stdout.isTTY;
  const terminal = isPerson ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  const ask =
    terminal &&
    ((question: string, fallback: string) => terminal.question(`${question}${fallback ? ` [${fallback}]` : ''}: `));
  const print = (text: string) => void process.stdout.write(text);
  process.exitCode = await runNew(process.argv.slice(2), { print, ask, now: Date.now() });
  terminal?.close();
}
