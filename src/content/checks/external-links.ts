import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { dayMs } from '../../library/durations.ts';
import { inParallel } from '../../library/in-parallel.ts';
import type { OutsideLink } from './link-checks.ts';

const SeenLinks = z.record(z.string(), z.strictObject({ failure: z.string().nullable(), checkedAt: z.number() }));
type SeenLinks = z.infer<typeof SeenLinks>;

const keepMs = 7 * dayMs;
const timeoutMs = 15_000;

export interface ExternalCheck {
  /** JSON file that remembers each URL for a week, so that a second run asks only for what is new. */
  cachePath: string;
  /** Epoch milliseconds. */
  now: number;
  signal?: AbortSignal;
}

/**
 * Requests every external URL once and reports each link whose host is unreachable or returns "not found". Responses
 * that only reject programs (401, 403, 429) are not reported.
 */
export async function checkExternalLinks(links: readonly OutsideLink[], check: ExternalCheck): Promise<void> {
  const known = await readSeenLinks(check.cachePath);
  const seen: SeenLinks = {};
  await inParallel(new Set(links.map(({ url }) => withoutAnchor(url))), {
    width: 8,
    async work(url) {
      const remembered = known[url];
      const isFresh = remembered && remembered.failure === null && remembered.checkedAt > check.now - keepMs;
      seen[url] = isFresh ? remembered : { failure: await findFailure(url, check), checkedAt: check.now };
    },
  });
  await writeSeenLinks(check.cachePath, seen);
  for (const { url, at, report } of links) {
    const failure = seen[withoutAnchor(url)]?.failure;
    if (failure) report('link-external', at, `${url} ${failure}`);
  }
}

async function findFailure(url: string, { signal }: ExternalCheck): Promise<string | null> {
  const head = await request(url, 'HEAD', signal);
  // Some servers know only GET.
  const last =
    head.status === 404 || head.status === 405 || head.status === 501 ? await request(url, 'GET', signal) : head;
  if (last.status === undefined) return last.failure;
  const isRejectingPrograms = [401, 403, 429].includes(last.status);
  return last.status >= 400 && !isRejectingPrograms ? `answers ${last.status}` : null;
}

type Outcome = { status: number } | { status: undefined; failure: string };

async function request(url: string, method: 'HEAD' | 'GET', signal: AbortSignal | undefined): Promise<Outcome> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(url, { method, signal: AbortSignal.any(signals), headers: { accept: '*/*' } });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    const reason =
      error instanceof Error && error.name === 'TimeoutError'
        ? `does not answer in ${timeoutMs / 1000} s`
        : 'cannot be reached';
    return { status: undefined, failure: reason };
  }
}

async function readSeenLinks(path: string): Promise<SeenLinks> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  try {
    return SeenLinks.parse(JSON.parse(text));
  } catch {
    // A cache that cannot be read is an empty cache.
    return {};
  }
}

async function writeSeenLinks(path: string, seen: SeenLinks): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const sorted = Object.fromEntries(Object.entries(seen).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(`${path}.part`, JSON.stringify(sorted, null, 2));
  await rename(`${path}.part`, path);
}

function withoutAnchor(url: string): string {
  return url.split('#')[0] ?? url;
}
