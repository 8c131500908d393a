import './plain-errors.ts';

import { spawn } from 'node:child_process';
import { readOneArticle } from '../build/one-article.ts';
import { contentFolder } from '../library/read-publication.ts';
import { type CommandContext, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run reproduce -- SLUG [CONTENT FOLDER]

Runs, one after the other, the commands that an article names under artifacts, from the repository's root.
`;

/** @returns the exit code of the command that failed; 0 when all ran, 1 when there is nothing to run, 2 for wrong arguments. */
export async function runReproduce(args: readonly string[], { print, now }: CommandContext): Promise<number> {
  const called = parseCommand(args, { usage, options: {}, most: 2, missing: 'No article is named' });
  if (called.kind === 'said') return exitWith(print, called);
  const [slug = '', contentDir = contentFolder(process.env)] = called.positionals;
  const { loaded, missing } = await readOneArticle({ contentDir, slug, now });
  const commands =
    loaded?.artifacts.flatMap(({ run, title, root }) => (run === null ? [] : [{ run, title, root }])) ?? [];
  if (commands.length === 0)
    return exitWith(print, { text: loaded ? `${slug} names nothing to run.\n` : missing, code: 1 });
  for (const { run, title, root } of commands) {
    print(`\n${title}\n$ ${run}\n`);
    const code = await spawnCommand(run, root);
    if (code !== 0) return exitWith(print, { text: `${run} ended with ${code}.\n`, code });
  }
  return 0;
}

/** Words between spaces, without a shell: what an article says is a program and its arguments. */
function spawnCommand(command: string, cwd: string): Promise<number> {
  const [program = '', ...args] = command.split(/\s+/);
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}

if (import.meta.main) await runCommand(runReproduce);
