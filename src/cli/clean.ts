import './plain-errors.ts';

import { releasesFolder } from '../library/release-parts.ts';
import { removeUnusedTexts } from '../release/unused-texts.ts';
import { type CommandContext, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run clean

Removes stored texts that no release refers to, such as those of builds that did not finish. Every published text stays.
`;

await runCommand(async (args: readonly string[], { print, now }: CommandContext) => {
  const called = parseCommand(args, { usage, options: {} });
  if (called.kind === 'said') return exitWith(print, called);
  const { files, bytes } = await removeUnusedTexts(releasesFolder(process.env), { now });
  print(
    `Removed ${files} ${files === 1 ? 'text' : 'texts'} (${Math.ceil(bytes / 1024)} KB) that no release refers to.\n`,
  );
  return 0;
});
