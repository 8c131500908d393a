import './plain-errors.ts';

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline/promises';
import { readOneArticle } from '../build/one-article.ts';
import { isMissing } from '../library/list-files.ts';
import { contentFolder } from '../library/read-publication.ts';
import { type CommandContext, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run reproduce -- SLUG [CONTENT FOLDER] [--yes]

Shows the commands that an article names under artifacts, asks once, and runs them one after the other from the repository's root.
--yes runs them without a question, which a machine needs.
`;

interface ReproduceSession extends CommandContext {
  /** Undefined without a terminal. */
  ask?: ((question: string) => Promise<string>) | undefined;
}

/**
 * @returns the exit code of the command that failed; 0 when all ran, 1 when there is nothing to run or consent is
 *   missing, 2 for wrong arguments.
 */
export async function runReproduce(args: readonly string[], { print, now, ask }: ReproduceSession): Promise<number> {
  const called = parseCommand(args, {
    usage,
    options: { yes: { type: 'boolean', default: false } },
    most: 2,
    missing: 'No article is named',
  });
  const [slug = '', contentDir = contentFolder(process.env)] = called.positionals;
  const { loaded, missing } = await readOneArticle({ contentDir, slug, now });
  const commands =
    loaded?.artifacts.flatMap(({ run, title, root }) => (run === null ? [] : [{ run, title, root }])) ?? [];
  if (commands.length === 0)
    return exitWith(print, { text: loaded ? `${slug} names nothing to run.\n` : missing, code: 1 });
  if (!called.values.yes) {
    print(`${slug} runs:\n${commands.map(({ run, root }) => `  ${run}   (in ${root})\n`).join('')}`);
    const consent = (await ask?.('Run them? [y/N] ')) ?? '';
    if (!/^y(?:es)?$/i.test(consent.trim()))
      return exitWith(print, { text: `Nothing was run.${ask ? '' : ' Run them with --yes.'}\n`, code: 1 });
  }
  for (const { run, title, root } of commands) {
    print(`\n${title}\n$ ${run}\n`);
    const ended = await spawnCommand(run, root);
    if (ended.code !== 0) return exitWith(print, { text: `${run} ${ended.how}.\n`, code: ended.code });
  }
  return 0;
}

/** Words between spaces, without a shell: what an article says is a program and its arguments. */
function spawnCommand(command: string, cwd: string): Promise<{ code: number; how: string }> {
  const [program = '', ...args] = command.split(/\s+/);
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, stdio: 'inherit' });
    child.once('error', (cause) => {
      const reason = isMissing(cause) ? `no program ${program} is installed here` : cause.message;
      done({ code: 1, how: `cannot be started: ${reason}` });
    });
    child.once('exit', (code, signal) => done({ code: code ?? 1, how: `ended with ${code ?? signal}` }));
  });
}

if (import.meta.main) {
  const isPerson = process.stdin.isTTY && process.stdout.isTTY;
  const terminal = isPerson ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
  const ask = terminal && ((question: string) => terminal.question(question).finally(() => terminal.close()));
  await runCommand((args, session) => runReproduce(args, { ...session, ask }));
  terminal?.close();
}
