import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { ConfigError } from '../library/config-error.ts';

/** The arguments of a command as it was called; or the text that it prints instead of running, and its exit code. */
export type ParsedCommand<Options extends ParseArgsOptionsConfig> =
  | { kind: 'run'; values: ReturnType<typeof parseArgs<{ options: Options }>>['values']; positionals: string[] }
  | UsageMessage;

export interface UsageMessage {
  kind: 'usage';
  text: string;
  /** 0 for the usage that was asked for, 2 for arguments that are wrong. */
  code: 0 | 2;
}

/**
 * The arguments of a command. `--help` is answered with its usage, and a mistake with one sentence before the usage.
 * @param about.most how many arguments without a name it takes; none by default
 * @param about.missing printed where it needs one of them and got none: a sentence without its full stop
 */
export function parseCommand<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  about: { usage: string; options: Options; most?: number; missing?: string },
): ParsedCommand<Options> {
  const { usage, options, most = 0, missing } = about;
  if (args.includes('--help') || args.includes('-h')) return { kind: 'usage', text: usage, code: 0 };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: most > 0 });
    if (positionals.length > most) return usageError(`Unexpected argument '${positionals[most]}'`, usage);
    if (missing !== undefined && positionals.length === 0) return usageError(missing, usage);
    return { kind: 'run', values, positionals };
  } catch (cause) {
    // Its second sentence is about the shell.
    const [sentence = 'The arguments are wrong'] = cause instanceof Error ? cause.message.split('. ') : [];
    return usageError(sentence, usage);
  }
}

export interface CommandContext {
  print: (text: string) => void;
  /** Epoch milliseconds. */
  now: number;
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
  process.exitCode = await run(process.argv.slice(2), { print, now: Date.now() });
}

/** Ends a command with its last words. @returns the exit code */
export function exitWith(print: CommandContext['print'], { text, code }: { text: string; code: number }): number {
  print(text);
  return code;
}

/** @param mistake a sentence without its full stop */
export function usageError(mistake: string, usage: string): UsageMessage {
  return { kind: 'usage', text: `${mistake}.\n\n${usage}`, code: 2 };
}
