import './plain-errors.ts';

import { removeUnusedParts } from '../library/part-cache.ts';
import { partsFolder, releasesFolder } from '../library/release-parts.ts';
import { removeUnusedTexts } from '../release/unused-texts.ts';
import { type CommandContext, exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run clean

Removes stored texts that no release refers to, such as those of builds that did not finish, and what builds stored in
node_modules/.cache/quire and did not use for thirty days. Every published text stays.
`;

await runCommand(async (args: readonly string[], { print, now }: CommandContext) => {
  const called = parseCommand(args, { usage, options: {} });
  if (called.kind === 'said') return exitWith(print, called);
  const texts = await removeUnusedTexts(releasesFolder(process.env), { now });
  const parts = removeUnusedParts(partsFolder(process.env), { now });
  print(
    `Removed ${describe(texts, 'text')} that no release refers to, and ${describe(parts, 'part')} of old builds.\n`,
  );
  return 0;
});

function describe({ files, bytes }: { files: number; bytes: number }, what: string): string {
  return `${files} ${files === 1 ? what : `${what}s`} (${Math.ceil(bytes / 1024)} KB)`;
}
