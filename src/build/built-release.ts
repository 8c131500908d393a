import { join } from 'node:path';
import { z } from 'zod';
import { openFileReader } from '../library/file-reader.ts';
import { type PartCache, partKey } from '../library/part-cache.ts';
import { parts } from '../library/release-parts.ts';
import { checkRelease, currentRelease } from '../release/manifest.ts';
import { openTexts } from '../release/version-texts.ts';
import { digestFiles } from './input-digest.ts';
import type { InputDigest } from './software-digest.ts';

/** The memory of a build, by the digest of its inputs. */
const BuiltRelease = z.object({
  release: z.string(),
  /** Epoch milliseconds at which the same inputs give another release: an article is released, or a month begins. */
  validUntil: z.number(),
  /** Absolute paths of the files outside of `content/` that articles name, and the digest of their bytes. */
  sources: z.array(z.string()),
  digest: z.string(),
});

const keyOf = (inputs: InputDigest) => partKey('built release', inputs.digest);

/**
 * Is the current release what a build of these inputs would write? Every part of it is compared with its digest, unless
 * it was before and has not been written since.
 * @param inputs see `digestInputs`
 * @returns name of the release; undefined when it has to be built
 */
export async function findBuiltRelease(
  inputs: InputDigest,
  about: { releases: string; baseUrl: string; cache: PartCache; now: number },
): Promise<string | undefined> {
  const { releases, baseUrl, cache, now } = about;
  const part = cache.find(keyOf(inputs));
  if (part === undefined) return undefined;
  const { release, validUntil, sources, digest } = BuiltRelease.parse(JSON.parse(part.toString()));
  if (now >= validUntil || (await currentRelease(releases)) !== release) return undefined;
  if (digestFiles(sources).digest !== digest) return undefined;
  try {
    const folder = await checkRelease(releases, baseUrl);
    const file = openFileReader(join(folder, parts.versions));
    await openTexts(folder, file).finally(file.close);
  } catch {
    return undefined; // damaged: it is written again
  }
  return release;
}

/**
 * Remembers the current release as what these inputs give, unless one of them was changed during the build: it may be
 * in the release or not, even if it is the same again now.
 * @param inputs their digest before the build
 * @param about.state their state after the build, see `stateOfInputs`
 * @param about.now epoch milliseconds when the build began
 */
export async function rememberBuiltRelease(
  inputs: InputDigest,
  about: {
    state: string;
    releases: string;
    sources: readonly string[];
    nextReleaseAt: number;
    cache: PartCache;
    now: number;
  },
): Promise<void> {
  const { state, releases, sources, nextReleaseAt, cache, now } = about;
  const release = await currentRelease(releases);
  const { digest, changedAt } = digestFiles(sources);
  if (release === undefined || state !== inputs.state || Math.max(inputs.changedAt, changedAt) >= now) return;
  const built = new Date(now);
  // The month in which security.txt expires is counted from that of the build.
  const nextMonth = Date.UTC(built.getUTCFullYear(), built.getUTCMonth() + 1);
  const validUntil = Math.min(nextReleaseAt, nextMonth);
  const known = { release, validUntil, sources: [...sources], digest } satisfies z.infer<typeof BuiltRelease>;
  cache.store(keyOf(inputs), Buffer.from(JSON.stringify(known)));
}
