import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError } from '../library/config-error.ts';

/** Ends a command before it begins: with its usage, after what is wrong with its arguments, if anything is. */
export class CommandUsage extends Error {
  /** 0 for the usage that was asked for, 2 for wrong arguments. */
  readonly code: 0 | 2;

  /** @param mistake a sentence without its full stop */
  constructor(usage: string, mistake?: string) {
    super(mistake === undefined ? usage : `${mistake}.\n\n${usage}`);
    this.code = mistake === undefined ? 0 : 2;
  }
}

/**
 * The arguments of a command.
 * @param about.most how many arguments without a name it takes; none by default
 * @param about.missing printed where it needs one of them and got none: a sentence without its full stop
 * @throws CommandUsage for `--help` and for a mistake
 */
export function parseCommand<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  about: { usage: string; options: Options; most?: number; missing?: string },
) {
  const { usage, options, most = 0, missing } = about;
  if (args.includes('--help') || args.includes('-h')) throw new CommandUsage(usage);
  const { values, ...parsed } = parse();
  const positionals: string[] = parsed.positionals;
  if (positionals.length > most) throw new CommandUsage(usage, `Unexpected argument '${positionals[most]}'`);
  if (missing !== undefined && positionals.length === 0) throw new CommandUsage(usage, missing);
  return { values, positionals };

  function parse() {
    try {
      return parseArgs({ args: [...args], options, allowPositionals: most > 0 });
    } catch (cause) {
      // Its second sentence is about the shell.
      const [sentence] = cause instanceof Error ? cause.message.split('. ') : [];
      throw new CommandUsage(usage, sentence ?? 'The arguments are wrong');
    }
  }
}

/** The arguments of this process, for a command that is a program of its own. Ends it where they are wrong. */
export function parseOwnArguments<const Options extends ParseArgsOptionsConfig>(about: {
  usage: string;
  options: Options;
}) {
  try {
    return parseCommand(process.argv.slice(2), about);
  } catch (cause) {
    return process.exit(printUsage(cause, (text) => void process.stdout.write(text)));
  }
}

/** @returns the exit code. @throws anything that is not a CommandUsage */
export function printUsage(cause: unknown, print: CommandContext['print']): number {
  if (!(cause instanceof CommandUsage)) throw cause;
  return exitWith(print, { text: cause.message, code: cause.code });
}

export interface CommandContext {
  print: (text: string) => void;
  /** Epoch milliseconds. */
  now: number;
  env: NodeJS.ProcessEnv;
}

/**
 * Called by commands about the release or the state of one publication.
 * @throws ConfigError in an installation of many when none of them is named: its own folders have the samples
 */
export function requireOnePublication({ PUBLICATIONS, PUBLICATION_DIR }: NodeJS.ProcessEnv): void {
  if (PUBLICATIONS && !PUBLICATION_DIR)
    throw new ConfigError(
      'PUBLICATIONS is set: name the publication that this command is for with BASE_URL, PUBLICATION_DIR, RELEASE_DIR and DATA_DIR, as docs/scaling.md shows.',
    );
}

/** Runs a command for npm, on this terminal and now. @param run gives the exit code */
export async function runCommand(
  run: (args: readonly string[], session: CommandContext) => Promise<number>,
): Promise<void> {
  const print = (text: string) => void process.stdout.write(text);
  const session = { print, now: Date.now(), env: process.env };
  process.exitCode = await run(process.argv.slice(2), session).catch((cause: unknown) => printUsage(cause, print));
}

/** Ends a command with its last words. @returns the exit code */
export function exitWith(print: CommandContext['print'], { text, code }: { text: string; code: number }): number {
  print(text);
  return code;
}
