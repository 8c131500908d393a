import './plain-errors.ts';

import { spawnSync } from 'node:child_process';
import { publicationFolder } from '../library/read-publication.ts';
import { parseCommand, runCommand } from './arguments.ts';
import { listOwned, upgrade } from './upgrade/upgrade.ts';

const usage = `Usage: npm run upgrade -- [--from upstream] [--to TAG]

Merges the newest release of the software (or TAG) from the git remote "upstream". content/, site.config.ts and public/, here or
in the folder that PUBLICATION_DIR names, stay as they are, but for keys that the release renamed. Says what changed, and refuses with a sentence what it cannot do.
`;

await runCommand(async (args, { print }) => {
  const called = parseCommand(args, {
    usage,
    options: { from: { type: 'string', default: 'upstream' }, to: { type: 'string' } },
  });
  const { from: remote, to: target } = called.values;
  const root = process.cwd();
  const owned = listOwned(root, publicationFolder(process.env));
  const code = await upgrade({ remote, target }, { root, owned, print });
  // The merged code knows its renames; the running code does not.
  return code || (spawnSync(process.execPath, ['src/cli/migrate.ts'], { stdio: 'inherit' }).status ?? 1);
});
