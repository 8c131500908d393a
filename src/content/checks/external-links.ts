import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { dayMs } from '../load/dates.ts';
import type { OutsideLink } from './link-checks.ts';

const SeenLinks = z.record(z.string(), z.strictObject({ failure: z.string().nullable(), checkedAt: z.number() }));
type SeenLinks = z.infer<typeof SeenLinks>;

const keepMs = 7 * dayMs;
const timeoutMs = 15_000;
const parallel = 8;

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
  const known = await readAnswers(check.cachePath);
  const answers: SeenLinks = {};
  const waiting = [...new Set(links.map(({ address }) => withoutAnchor(address)))].toSorted();
  const next = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
      const remembered = known[address];
      const isFresh = remembered && remembered.failure === null && remembered.checkedAt > check.now - keepMs;
      answers[address] = isFresh ? remembered : { failure: await findFailure(address, check), checkedAt: check.now };
    }
  };
  await Promise.all(Array.from({ length: parallel }, next));
  await writeAnswers(check.cachePath, answers);
  for (const { address, at, report } of links) {
    const failure = answers[withoutAnchor(address)]?.failure;
    if (failure) report('link-external', at, `${address} ${failure}`);
  }
}

async function findFailure(address: string, { signal }: ExternalCheck): Promise<string | null> {
  const head = await ask(address, 'HEAD', signal);
  // Some servers know only GET.
  const answer =
    head.status === 404 || head.status === 405 || head.status === 501 ? await ask(address, 'GET', signal) : head;
  if (answer.status === undefined) return answer.failure;
  const isRefusal = [401, 403, 429].includes(answer.status);
  return answer.status >= 400 && !isRefusal ? `answers ${answer.status}` : null;
}

type HttpResponse = { status: number } | { status: undefined; failure: string };

async function ask(address: string, method: 'HEAD' | 'GET', signal: AbortSignal | undefined): Promise<HttpResponse> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(address, { method, signal: AbortSignal.any(signals), headers: { accept: '*/*' } });
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

async function readAnswers(path: string): Promise<SeenLinks> {
  const text = await readFile(path, 'utf8').catch(() => '{}');
  try {
    return SeenLinks.parse(JSON.parse(text));
  } catch {
    // A cache that cannot be read is an empty cache.
    return {};
  }
}

async function writeAnswers(path: string, answers: SeenLinks): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const sorted = Object.fromEntries(Object.entries(answers).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(`${path}.part`, JSON.stringify(sorted, null, 2));
  await rename(`${path}.part`, path);
}

function withoutAnchor(address: string): string {
  return address.split('#')[0] ?? address;
}
