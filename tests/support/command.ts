import { type CommandContext, printUsage } from '../../src/cli/arguments.ts';

/** What a command prints, and its exit code, on the day that the fixtures count from. */
export async function listenTo(
  run: (session: CommandContext) => Promise<number>,
): Promise<{ code: number; printed: string }> {
  let printed = '';
  const print = (text: string) => {
    printed += text;
  };
  const session = { print, now: Date.UTC(2026, 10, 20), env: process.env };
  return { code: await run(session).catch((cause: unknown) => printUsage(cause, print)), printed };
}
