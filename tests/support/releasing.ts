import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { buildContent } from '../../src/build/content-build.ts';
import { createHighlighter } from '../../src/content/markdown/highlight.ts';
import { publication } from '../../src/library/current-publication.ts';
import { checkRelease, finalizeRelease } from '../../src/release/manifest.ts';
import { openRelease, type Release } from '../../src/release/open-release.ts';
import { readConfig } from '../../src/server/process/config.ts';
import type { ServedRelease } from '../../src/server/process/served-release.ts';
import { freePort } from './free-port.ts';
import { git } from './git.ts';
import { openTestRelease, openTestSite } from './release.ts';

/**
 * A publication in a folder of its own that releases often. Its releases have content alone: pages are rendered by the
 * modules of the shared build, which are the same for every content.
 * @param folder an empty folder
 * @param sharedUrl base URL of the shared build
 */
export async function openReleasingService(folder: string, sharedUrl: string) {
  const content = join(folder, 'content');
  const releases = join(folder, 'releases');
  const port = await freePort();
  const { loadPages, ...shared } = await openTestRelease(sharedUrl);
  const highlighter = createHighlighter();
  let base = `http://localhost:${port}`;
  let served: { site: ServedRelease; close(): Promise<void> } | undefined;
  let release: Release | undefined;

  await mkdir(join(content, 'articles'), { recursive: true });
  await mkdir(join(content, 'pages'));
  const tiers = [
    '{ tier: free, price: 0, currency: USD, period: forever, includes: [] }',
    '{ tier: paid, price: 0.05, currency: USD, period: article, includes: [] }',
  ];
  await writeFile(join(content, 'authors.yaml'), 'ada:\n  name: Ada Example\n');
  await writeFile(join(content, 'plans.yaml'), `tiers:\n${tiers.map((tier) => `  - ${tier}\n`).join('')}`);
  git(folder, 'init', '-q');

  const server = createServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const headers = Object.entries(message.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : [],
    );
    const { method = 'GET', url = '/' } = message;
    const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {};
    const request = new Request(base + url, { method, headers, ...body });
    const answer = await served?.site.app.fetch(request, { requestId: 'one', clientAddress: '192.0.2.1' });
    response.writeHead(answer?.status ?? 503, Object.fromEntries(answer?.headers ?? []));
    response.end(Buffer.from((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)));
  });
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));

  async function stop() {
    await served?.close();
    await release?.close();
  }

  return {
    base: () => base,
    articlePath: (slug: string) => join(content, 'articles', `${slug}.md`),
    /** Later releases are at another host, which is this machine too. */
    move() {
      publication.formerUrls = [base];
      base = `http://127.0.0.1:${port}`;
    },
    /** Commits what was written, builds a release of it and serves that. */
    async release(subject: string) {
      git(folder, 'add', '-A');
      git(folder, 'commit', '-q', '--allow-empty', '-m', subject);
      const env = { RATE_LIMIT_PER_MINUTE: '1000000', SUBSCRIBE_LIMIT_PER_MINUTE: '1000000' };
      const settings = { ...env, BASE_URL: base, DATA_DIR: join(folder, 'data') };
      const next = join(releases, 'next');
      const now = Date.now();
      const options = { contentDir: content, config: readConfig(settings), now, releases, highlighter };
      const { problems } = await buildContent(next, { ...options, showsUnpublished: false });
      const errors = problems.filter(({ severity }) => severity === 'error');
      if (errors.length > 0) throw new Error(JSON.stringify(errors));
      await finalizeRelease(next, { releases, baseUrl: base });
      await stop();
      const opened = await openRelease(await checkRelease(releases, base), { hasPrebuilt: false });
      release = opened;
      served = await openTestSite({
        baseUrl: base,
        now: Date.now,
        release: { ...opened, loadPages },
        env: settings,
      });
    },
    async close() {
      await stop();
      await shared.close();
      highlighter.close();
      server.close();
      server.closeAllConnections();
      publication.formerUrls = [];
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ReleasingService = Awaited<ReturnType<typeof openReleasingService>>;
