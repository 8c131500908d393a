import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { upgrade } from './upgrade/upgrade.ts';

const usage = `Usage: npm run upgrade -- [--from upstream] [--to TAG]

Merges the newest release of the software (or TAG) from the git remote "upstream". content/, site.config.ts and public/ stay as
they are, but for keys that the release renamed. Says what changed, and refuses with a sentence what it cannot do.
`;

function readFlags() {
  try {
    return parseArgs({ options: { from: { type: 'string', default: 'upstream' }, to: { type: 'string' } } }).values;
  } catch {
    // parseArgs throws for an unknown flag: the usage says which there are.
    return undefined;
  }
}

const flags = readFlags();
const print = (text: string) => void process.stdout.write(text);
if (flags) {
  process.exitCode = await upgrade({ remote: flags.from, target: flags.to }, { root: process.cwd(), print });
  // What was merged knows what it renamed; what runs here does not.
  if (process.exitCode === 0)
    process.exitCode = spawnSync(process.execPath, ['src/cli/migrate.ts'], { stdio: 'inherit' }).status ?? 1;
} else {
  print(usage);
  process.exitCode = 2;
}
