import './plain-errors.ts';

import { createInterface } from 'node:readline/promises';
import { ConfigError } from '../library/config-error.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { parseOwnArguments } from './arguments.ts';
import { runInit } from './init/init.ts';
import { type AnswerName, answerNames } from './init/init-prompts.ts';

const usage = `Usage: npm run init -- [--name NAME] [--publisher NAME] [--email ADDRESS] [--tagline LINE] [--author NAME]
  [--base-url http://localhost:4321] [--price 0.05] [--currency USD] [--language en] [--keep-samples] [--yes]

Makes the sample publication yours: settings, bylines, prices, a first free and a first paid article, pages to begin with.
It is in this folder, or in the one that PUBLICATION_DIR names. Asks for each value that has no option; --yes takes the defaults. In a publication that is set up, it changes only what the options name.
--price is for one article, in US dollars of a test network; --currency is that of a subscription.
`;

function readFlags() {
  const strings: Record<string, { type: 'string' | 'boolean' }> = Object.fromEntries(
    answerNames.map((name) => [name, { type: 'string' }]),
  );
  const options = { ...strings, 'keep-samples': { type: 'boolean' }, yes: { type: 'boolean' } } as const;
  const { values } = parseOwnArguments({ usage, options });
  const given: Partial<Record<AnswerName, string>> = {};
  for (const name of answerNames) {
    const value: unknown = Reflect.get(values, name);
    if (typeof value === 'string') given[name] = value;
  }
  return { given, keepsSamples: values['keep-samples'] === true, isYes: values.yes === true };
}

const print = (text: string) => void process.stdout.write(text);
const flags = readFlags();
const isPerson = process.stdin.isTTY && process.stdout.isTTY;
const terminal = isPerson ? createInterface({ input: process.stdin, output: process.stdout }) : undefined;
const ask =
  terminal &&
  ((question: string, fallback: string) => terminal.question(`${question}${fallback ? ` [${fallback}]` : ''} `));
const { root } = publicationFolder(process.env);
process.exitCode = await runInit(flags, { root, home: '.', print, ask, now: Date.now() }).catch(giveUp);
terminal?.close();

/** If a person quits, or the folder is not a repository, stop before anything is written. */
function giveUp(cause: unknown): number {
  const hasLeft = cause instanceof Error && cause.name === 'AbortError';
  if (!hasLeft && !(cause instanceof ConfigError)) throw cause;
  print(`${hasLeft ? '\n' : `${cause.message}\n`}Nothing was changed.\n`);
  return 1;
}
