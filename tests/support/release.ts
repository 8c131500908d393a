import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { checkRelease } from '../../src/release/manifest.ts';
import { openRelease, type Release } from '../../src/release/open-release.ts';
import { fromWebRequest } from '../../src/serve/http-request.ts';
import { readConfig } from '../../src/server/process/config.ts';
import { type ServedRelease, serveRelease } from '../../src/server/process/served-release.ts';
import { openState } from '../../src/server/process/state.ts';
import { testReleases } from './test-build.ts';

/** The release that the served tests serve, in this process, whose environment its pages read. */
export async function openTestRelease(baseUrl: string): Promise<Release> {
  process.env.BASE_URL = baseUrl;
  return openRelease(await checkRelease(testReleases, baseUrl), { hasPrebuilt: true });
}

/** The keys of all responses that a build created: the path of each, after `GET ` for an operation of the API. */
export function listPrebuilt(release: string): string[] {
  return readdirSync(join(release, 'responses')).flatMap((name) => {
    const bytes = readFileSync(join(release, 'responses', name));
    const length = bytes.readUInt32LE(bytes.length - 4);
    return Object.keys(JSON.parse(bytes.toString('utf8', bytes.length - 4 - length, bytes.length - 4)).responses);
  });
}

/** The built service without a socket, over a store of its own, with a clock and limits of the test's. */
export async function openTestSite(about: {
  baseUrl: string;
  now: () => number;
  release: Release;
  env?: Record<string, string>;
  cacheBytes?: number;
}): Promise<{ site: ServedRelease; close(): Promise<void> }> {
  const { baseUrl, now, release, env, cacheBytes } = about;
  const folder = await mkdtemp(join(tmpdir(), 'quire-site-'));
  const config = readConfig({ BASE_URL: baseUrl, DATA_DIR: folder, ...env });
  const log = pino({ level: 'silent' });
  const state = await openState({ config, log, now });
  const site = await serveRelease({ release, state, config, log, now, cacheBytes });
  return {
    site,
    async close() {
      await state.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** What a request is answered, to the byte; what belongs to the one request is left out. */
export async function askSite(
  site: ServedRelease,
  path: string,
  { clientAddress = '192.0.2.1', ...init }: RequestInit & { clientAddress?: string } = {},
) {
  const request = fromWebRequest(new Request(site.services.urls.at(path), init), { requestId: 'one', clientAddress });
  const { status, headers, body, operation, callerId, isSandbox } = await site.app.serve(request);
  const list: [string, string][] = [];
  for (let at = 0; at < headers.length; at += 2) list.push([headers[at] ?? '', headers[at + 1] ?? '']);
  if (body !== undefined && !(body instanceof Uint8Array)) throw new Error('Events are not read here.');
  const sorted = list.sort(([one], [other]) => one.localeCompare(other));
  return { status, headers: sorted, body: Buffer.from(body ?? []), told: { operation, callerId, isSandbox } };
}
