import { readFile, writeFile } from 'node:fs/promises';
import { toFullDate } from '../content/load/dates.ts';

/**
 * Gives the entries under "Unreleased" the version and date of a release, and leaves an empty "Unreleased" above them.
 * @returns undefined without entries
 */
export function dateEntry(changelog: string, { version, day }: { version: string; day: string }): string | undefined {
  const [, before, entry, after] =
    /^([\s\S]*?^## Unreleased\n)([\s\S]*?)((?:^## [\s\S]*)?)$(?![\s\S])/m.exec(changelog) ?? [];
  if (before === undefined || !entry?.includes('\n- ')) return undefined;
  return `${before}\n## ${version} — ${day}\n${entry}${after}`;
}

/** `npm version` runs this after it has written the new version, and before it commits and tags it. */
if (import.meta.main) {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const day = toFullDate(Date.now());
  const dated = dateEntry(await readFile('CHANGELOG.md', 'utf8'), { version, day });
  if (dated !== undefined) await writeFile('CHANGELOG.md', dated);
  else {
    process.stderr.write('CHANGELOG.md has no entry under "## Unreleased": write there what this release changes.\n');
    process.exitCode = 1;
  }
}
