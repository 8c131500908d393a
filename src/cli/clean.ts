import './plain-errors.ts';

import { existsSync } from 'node:fs';
import { programFolder } from '../build/program.ts';
import { hourMs } from '../library/durations.ts';
import { removeUnusedParts } from '../library/part-cache.ts';
import { partsFolder, releasesFolder, servedFolder } from '../library/release-parts.ts';
import { lockCleaning } from '../release/folder-lock.ts';
import { removeUnusedTexts } from '../release/unused-texts.ts';
import { cleanReleaseStore } from '../release-store/clean-store.ts';
import { openReleaseStore } from '../release-store/release-store.ts';
import { readConfig } from '../server/process/config.ts';
import { type CommandContext, parseCommand, requireOnePublication, runCommand } from './arguments.ts';

const usage = `Usage: npm run clean

Removes stored texts that no release refers to, such as those of builds that did not finish, and what builds stored in
node_modules/.cache/quire and did not use for thirty days. Every published text stays.

With RELEASE_STORE it also removes from the store all but the ten latest releases, and parts older than a day that none of these
refers to.
`;

await runCommand(async (args: readonly string[], { print, now }: CommandContext) => {
  parseCommand(args, { usage, options: {} });
  requireOnePublication(process.env);
  const folders = new Set([releasesFolder(process.env), servedFolder(process.env)]);
  const texts = { files: 0, bytes: 0 };
  for (const folder of [...folders].filter((path) => existsSync(path))) {
    const unlock = lockCleaning(folder);
    const { files, bytes } = removeUnusedTexts(folder, { until: now - hourMs });
    unlock();
    texts.files += files;
    texts.bytes += bytes;
  }
  const parts = removeUnusedParts(partsFolder(process.env), { now });
  removeUnusedParts(programFolder, { now });
  print(
    `Removed ${describe(texts, 'text')} that no release refers to, and ${describe(parts, 'part')} of old builds.\n`,
  );
  const { RELEASE_STORE } = readConfig(process.env);
  if (RELEASE_STORE === undefined) return 0;
  const store = await openReleaseStore(RELEASE_STORE, process.env);
  const removed = await cleanReleaseStore(store, { now });
  print(`Removed ${describe(removed, 'part')} from ${store.url} that none of the ten latest releases refers to.\n`);
  store.close();
  return 0;
});

function describe({ files, bytes }: { files: number; bytes: number }, what: string): string {
  return `${files} ${files === 1 ? what : `${what}s`} (${Math.ceil(bytes / 1024)} KB)`;
}
