import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The publication of the tests, which no editor touches. */
export const testPublication = 'tests/fixtures/publication';

/** Release directory of the service that the served tests share. */
export const testReleases = '.test-build';

/** Everything that a build reads: sources, the publication, settings and the installed packages. */
const inputs = [
  'src',
  'public',
  testPublication,
  'astro.config.mjs',
  'site.config.ts',
  'tsconfig.json',
  'package.json',
  'node_modules/.package-lock.json',
  '.env',
];
const recordFile = join(testReleases, 'built-from.json');

/** Address and input digest of the build that is in the release directory. */
interface BuildRecord {
  digest: string;
  port: number;
}

function listInputs(): string[] {
  return inputs.filter(existsSync).flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  });
}

/**
 * SHA-256 over what a build reads. Equal digests mean that the build can be used again.
 * @param settings environment variables of the build that are not in a file
 */
export function digestInputs(settings: Record<string, string | undefined>): string {
  const hash = createHash('sha256').update(`${process.version}\n${JSON.stringify(settings)}\n`);
  for (const path of listInputs()) hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

/** The build in the release directory, or undefined when there is none or it is incomplete. */
export function findBuild(): BuildRecord | undefined {
  if (!existsSync(recordFile) || !existsSync(join(testReleases, 'current'))) return undefined;
  const { digest, port }: BuildRecord = JSON.parse(readFileSync(recordFile, 'utf8'));
  return { digest, port };
}

export function recordBuild(build: BuildRecord): void {
  writeFileSync(recordFile, JSON.stringify(build));
}
