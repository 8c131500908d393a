import { readdir, readFile, readlink, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../src/library/digest.ts';
import { type ServedCheckout, serveCheckout } from './served-checkout.ts';

const now = Date.UTC(2026, 2, 9);

describe('a publication that is published by a push', () => {
  let served: ServedCheckout;
  const current = () => readFile(join(served.site, 'release/current'), 'utf8');
  const status = async (path: string) => (await fetch(served.base + path)).status;
  /** Commits an article as its author does. */
  async function commit(slug: string, author: string) {
    const sample = await readFile(join(served.author, 'content/articles/how-an-article-is-written.md'), 'utf8');
    const text = sample
      .replace(/^title: .*$/m, `title: What ${slug} taught us`)
      .replace(/^authors: .*$/m, `authors: [${author}]`);
    await writeFile(join(served.author, `content/articles/${slug}.md`), text);
    await served.git('add', '--all');
    expect((await served.git('commit', '-m', slug)).code).toBe(0);
  }

  beforeAll(async () => {
    served = await serveCheckout(now);
  }, 240_000);

  afterAll(() => served?.remove());

  it('shows it without a restart, and every request meanwhile succeeds', async () => {
    const paths = ['/', '/articles', '/api/v1/articles', '/ask?query=article', '/search?q=article', '/feed.xml'];
    const failed: string[] = [];
    let request = 0;
    let isOver = false;
    const reading = (async () => {
      for (; !isOver; request += 1) {
        const path = paths[request % paths.length] ?? '/';
        const found = await status(path).catch((err: unknown) => String(err));
        if (found !== 200) failed.push(`${found} ${path}`);
        // Without a pause the reader takes a whole core from the build that it waits for.
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    await commit('lesson', 'editors');
    expect(await status('/articles/lesson')).toBe(404);
    const { code, printed } = await served.git('push', 'origin', 'main');
    expect(printed).toContain(`remote:   new: ${served.base}/articles/lesson`);
    expect(code).toBe(0);
    await expect.poll(() => status('/articles/lesson'), { timeout: 60_000 }).toBe(200);
    await expect.poll(async () => (await fetch(`${served.base}/api/v1/articles`)).text()).toContain('"lesson"');
    isOver = true;
    await reading;
    expect(request).toBeGreaterThan(50);
    expect(failed).toEqual([]);
  }, 240_000);

  it('shows nothing of a push to another branch', async () => {
    const before = await current();
    await served.git('switch', '-c', 'idea');
    await commit('idea', 'editors');
    expect((await served.git('push', 'origin', 'idea')).code).toBe(0);
    expect(await current()).toBe(before);
    await served.git('switch', 'main');
  });

  it('refuses a push with a broken article, says where it is broken, and goes on', async () => {
    const before = await current();
    await commit('broken', 'nobody-we-know');
    const { code, printed } = await served.git('push', 'origin', 'main');
    expect(printed).toMatch(/remote: content\/articles\/broken\.md:\d+:\d+ author-known nobody-we-know is not in/);
    expect(printed).toContain('The push is rejected; the published site does not change.');
    expect(code).toBe(1);
    expect(await current()).toBe(before);
    expect(await status('/articles/lesson')).toBe(200);
    expect(await status('/articles/broken')).toBe(404);
    await served.git('fetch', 'origin');
    expect((await served.git('log', '--format=%s', 'origin/main')).printed).toBe('lesson\nBegin\n');
  });

  const lesson = () => join(served.author, 'content/articles/lesson.md');
  let plain: string;

  /** Commits the article as it was first, with these lines in its front matter and this sentence at its end. */
  async function addToLesson(lines: readonly string[], sentence: string) {
    plain ??= await readFile(lesson(), 'utf8');
    await writeFile(lesson(), `${plain.replace('---\n', `---\n${lines.join('\n')}\n`)}\n${sentence}\n`);
    expect((await served.git('commit', '--all', '-m', sentence)).code).toBe(0);
  }

  /**
   * Processes that run in the checkout that is served, by what their command line names; the service itself is left
   * alone.
   */
  async function findRunning(command: string): Promise<number[]> {
    const found: number[] = [];
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const [folder, line] = await Promise.all([
        readlink(`/proc/${pid}/cwd`).catch(() => ''),
        readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
      ]);
      if (folder === served.site && line.includes(command)) found.push(Number(pid));
    }
    return found;
  }

  const build = 'src/cli/build-command.ts';

  /**
   * Pushes, and kills these processes, in this order, as soon as the build runs.
   * @param before what happens until then
   */
  async function pushAndKill(before: (() => Promise<void>) | undefined, ...commands: string[]) {
    const pushing = served.git('push', 'origin', 'main');
    await expect.poll(() => findRunning(build), { timeout: 60_000, interval: 10 }).not.toEqual([]);
    await before?.();
    for (const command of commands) for (const pid of await findRunning(command)) process.kill(pid, 'SIGKILL');
    return pushing;
  }

  it('publishes again once the article is mended, and takes a push back whose build is killed: the same push publishes it', async () => {
    const before = await current();
    await commit('broken', 'editors');
    const { printed } = await pushAndKill(undefined, 'src/cli/publish.ts');
    expect(printed).toContain('remote: The push is taken back and the site goes on as it was. Push again');
    // It goes on without its publisher.
    await expect.poll(() => findRunning(build), { timeout: 120_000 }).toEqual([]);
    expect(await current()).toBe(before);
    expect((await served.git('push', 'origin', 'main')).printed).toContain(`new: ${served.base}/articles/broken`);
    await expect.poll(() => status('/articles/broken'), { timeout: 60_000 }).toBe(200);
  }, 240_000);

  it('says that site and branch differ when a push cannot be taken back, and publishes it with --again', async () => {
    const before = await current();
    await commit('locked', 'editors');
    const lock = join(served.bare, 'refs/heads/main.lock');
    // As on a full disk: git cannot write the branch.
    const { printed } = await pushAndKill(() => writeFile(lock, ''), 'src/cli/publish.ts');
    expect(printed).toMatch(/remote: Site and branch differ: the site shows \w{40}, and main is at \w{40}\./);
    expect(printed).not.toContain('The push is taken back');
    expect(await current()).toBe(before);
    await rm(lock);
    expect((await served.git('push', 'origin', 'main')).printed).toContain('Everything up-to-date');
    const again = await served.publishAgain();
    expect(again.printed).toContain(`new: ${served.base}/articles/locked`);
    expect(again).toMatchObject({ code: 0, printed: expect.stringContaining('The site shows what was pushed.') });
    expect(await served.publishAgain()).toEqual({ code: 0, printed: 'The site shows what was pushed.\n' });
  }, 240_000);

  it('replaces a damaged part of a shared release with --again, although nothing was pushed', async () => {
    const settings = join(served.site, '.env');
    const before = await readFile(settings, 'utf8');
    const store = join(served.site, '../store');
    await writeFile(settings, `${before}RELEASE_STORE=file:${store}\n`);
    expect((await served.publishAgain()).printed).toMatch(/^The site shows what was pushed\.\n.*Uploaded \d+ parts/s);
    const [part = ''] = await readdir(join(store, 'parts'));
    await truncate(join(store, 'parts', part), 3);
    expect((await served.publishAgain()).code).toBe(0);
    expect(sha256(await readFile(join(store, 'parts', part)))).toBe(part);
    await writeFile(settings, before);
  }, 240_000);

  it('publishes what a killed hook left by the documented command', async () => {
    await commit('left', 'editors');
    await addToLesson(['version: "1.0"'], 'A key has twelve bytes.');
    expect((await pushAndKill(undefined, 'post-receive', 'src/cli/publish.ts')).code).toBe(0);
    expect((await served.git('push', 'origin', 'main')).printed).toContain('Everything up-to-date');
    const { printed } = await served.publishAgain();
    expect(printed).toContain(`new: ${served.base}/articles/left`);
  }, 240_000);

  it('returns every published text at its own address, and compares two of them', async () => {
    const [, date] = /^date: (.*)$/m.exec(plain) ?? [];
    const versions = ['1.0', '1.1'].map(
      (version) => `  - { version: "${version}", date: ${date}, text: Was ${version}. }`,
    );
    const listed = ['version: "1.1"', 'versions:', ...versions];
    await addToLesson(listed, 'A key has ten bytes.');
    expect((await served.git('push', 'origin', 'main')).printed).toContain('lesson');
    const earlier = '/articles/lesson/versions/1.0';
    // The address of 1.0 is there as soon as 1.0 is; it is superseded once 1.1 is.
    await expect.poll(() => status('/articles/lesson/versions/1.1'), { timeout: 60_000 }).toBe(200);
    const page = await (await fetch(served.base + earlier)).text();
    expect(page).toContain('A key has twelve bytes.');
    const accept = { headers: { accept: 'text/markdown' } };
    const markdown = await (await fetch(`${served.base}${earlier}.md`)).text();
    expect(markdown).toMatch(
      /superseded since .*\/articles\/lesson\/versions\/1\.1> instead.*A key has twelve bytes\./s,
    );
    expect(await (await fetch(served.base + earlier, accept)).text()).toBe(markdown);
    expect(await (await fetch(`${served.base}/articles/lesson`)).text()).toContain(`href="${earlier}"`);
    expect(await (await fetch(`${served.base}/articles/lesson/versions/1.1`)).text()).toContain('A key has ten bytes.');
    const comparison = '/articles/lesson/compare/1.0...1.1';
    expect(await (await fetch(`${served.base}/articles/lesson`)).text()).toContain(`href="${comparison}"`);
    const compared = await fetch(served.base + comparison);
    expect(await compared.text()).toMatch(/<del id="change-1">.*twelve.*<\/del><ins>.*ten/s);

    const paid = plain.replace(/^tier: .*$/m, 'tier: paid').replace('---\n', `---\n${listed.join('\n')}\n`);
    await writeFile(lesson(), `${paid}\n<!-- more -->\n\nA key has nine bytes.\n`);
    await served.git('commit', '--all', '-m', 'Sell it');
    await served.git('push', 'origin', 'main');
    const sold = () => fetch(`${served.base}/api/v1/articles/lesson`).then((response) => response.status);
    await expect.poll(sold, { timeout: 60_000 }).toBe(402);
    // What was free when it was published stays so.
    expect(await (await fetch(`${served.base}/api/v1/articles/lesson?version=1.0`)).text()).toContain('twelve bytes');
    expect(await (await fetch(`${served.base}/articles/lesson`)).text()).toContain('Was 1.0.');
  }, 240_000);
});
