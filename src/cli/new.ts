import './plain-errors.ts';

import { createInterface } from 'node:readline/promises';
import { toFullDate } from '../content/load/dates.ts';
import { Slug } from '../content/load/schema.ts';
import { explainAuthor, listAuthorIds, toSlug, writeArticle } from '../content/new-article.ts';
import { contentFolder } from '../library/read-publication.ts';
import { type CommandContext, exitWith, parseCommand, runCommand } from './arguments.ts';

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

interface NewSession extends CommandContext {
  /** Undefined when no terminal is attached. */
  ask: ((question: string, fallback: string) => Promise<string>) | undefined;
}

/**
 * @returns the exit code: 0 when a file was written, 1 when one was there already, 2 for wrong or missing arguments.
 */
export async function runNew(args: readonly string[], { print, ask, now }: NewSession): Promise<number> {
  const called = parseCommand(args, { usage, options });
  const flags = called.values;
  const { content = contentFolder(process.env) } = flags;
  const refuse = (text: string) => exitWith(print, { text, code: 2 });
  const answer = async (given: string | undefined, question: string, fallback: string) =>
    given ?? (ask ? (await ask(question, fallback)).trim() || fallback : fallback);

  const title = await answer(flags.title, 'Title', '');
  if (title === '') return refuse(`An article needs a title.\n\n${usage}`);
  const slug = await answer(flags.slug, 'Slug (the URL: /articles/<slug>)', toSlug(title));
  if (!Slug.safeParse(slug).success) {
    return refuse(`"${slug}" is not a slug: use lower-case letters, digits and single hyphens, with --slug.\n`);
  }
  const tier = await answer(flags.tier, 'Tier, free or paid', 'free');
  if (tier !== 'free' && tier !== 'paid') return refuse(`"${tier}" is not a tier: it is free or paid.\n`);
  const ids = await listAuthorIds(content);
  const [first = ''] = ids;
  const author = first && (await answer(flags.author, `Author (${ids.join(', ')})`, first));
  const mistake = explainAuthor(author, { contentDir: content, ids });
  if (mistake) return refuse(mistake);

  const date = toFullDate(now);
  const path = await writeArticle(content, { title, slug, tier, author, date });
  if (!path) {
    const text = `${content}/articles/${slug}.md is there already; it was left as it is.\n`;
    return exitWith(print, { text, code: 1 });
  }
  print(
    `Wrote ${path}, a draft. See it with npm run dev; check it with npm run check:content; publish it by removing draft: true.\n`,
  );
  return 0;
}

if (import.meta.main) {
  const isPerson = process.stdin.isTTY && process.stdout.isTTY;
  const terminal = isPerson ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  const ask =
    terminal &&
    ((question: string, fallback: string) => terminal.question(`${question}${fallback ? ` [${fallback}]` : ''}: `));
  await runCommand((args, session) => runNew(args, { ...session, ask }));
  terminal?.close();
}
