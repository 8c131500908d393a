import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { chromiumArguments, findChromium } from '../../src/build/chromium.ts';
import { runEditor, serveEditor } from '../../src/cli/editor.ts';
import { parseFrontMatter } from '../../src/content/load/front-matter-parser.ts';
import { checkContent } from '../../src/content/run-checks.ts';
import { ConfigError } from '../../src/library/config-error.ts';
import { listenTo } from '../support/command.ts';
import { folderOfFile, folderOfTest } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { testPublication } from '../support/test-build.ts';

const executablePath = findChromium(process.env);
const slug = 'http-402-what-it-is-for';
const title = 'What HTTP 402 is for, as edited';
const file = `content/articles/${slug}.md`;

test.skipIf(!executablePath)('the editor opens an article from disk, and what it writes passes the check', async () => {
  const root = folderOfFile();
  await cp(testPublication, root, { recursive: true });
  const env = { PUBLICATION_DIR: root };
  const { code } = await listenTo((session) => runEditor(['--no-serve'], { ...session, env }));
  expect(code).toBe(0);
  const port = await freePort();
  const server = await serveEditor(join(root, 'editor'), port);
  const browser = await chromium.launch({ executablePath, args: chromiumArguments });
  try {
    const page = await (
      await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-US' })
    ).newPage();
    await page.route('**/*', (route) =>
      new URL(route.request().url()).hostname === 'localhost' ? route.continue() : route.abort(),
    );
    const before = await readFile(join(root, file), 'utf8');
    await page.goto(`http://localhost:${port}/config.yml`);
    // The browser's private file system stands for the folder that an author picks: its handles are of the same kind.
    await page.evaluate(
      async ({ path, text }) => {
        const own = await navigator.storage.getDirectory();
        await own.getDirectoryHandle('.git', { create: true });
        const names = path.split('/');
        let folder = own;
        for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true });
        const handle = await folder.getFileHandle(names.at(-1) ?? '', { create: true });
        const writer = await handle.createWritable();
        await writer.write(text);
        await writer.close();
      },
      { path: file, text: before },
    );
    await page.addInitScript(() => {
      Object.assign(window, { showDirectoryPicker: () => navigator.storage.getDirectory() });
    });
    await page.goto(`http://localhost:${port}/`);
    await page.getByRole('button', { name: /Local Repository/i }).click();
    await page.getByText('What HTTP 402 is for').first().waitFor();
    await page.goto(`http://localhost:${port}/#/collections/articles/entries/${slug}`);
    await page.getByRole('textbox').first().fill(title);
    await page.getByRole('button', { name: /^Save/ }).first().click();
    const readSaved = () =>
      page.evaluate(async (path) => {
        let folder = await navigator.storage.getDirectory();
        const names = path.split('/');
        for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
        return (await (await folder.getFileHandle(names.at(-1) ?? '')).getFile()).text();
      }, file);
    await expect.poll(readSaved, { timeout: 60_000 }).toContain(`title: ${title}`);
    const after = await readSaved();
    const [old, edited] = [parseFrontMatter(before), parseFrontMatter(after)];
    expect(edited.body).toBe(old.body);
    // Keys at their defaults may be written; none is lost, also none that the editor shows no field for.
    expect(edited.data).toEqual({ draft: false, math: true, numbered: false, ...old.data, title });
    await writeFile(join(root, file), after);
    expect(await checkContent({ contentDir: join(root, 'content'), now: Date.UTC(2026, 10, 24) })).toEqual([]);
  } finally {
    await browser.close();
    server.close();
  }
});

test.each([['abc'], ['99999'], ['-1'], ['']])('the editor refuses the port %j with a sentence', async (port) => {
  const env = { PUBLICATION_DIR: testPublication };
  const { code, printed } = await listenTo((session) => runEditor([`--port=${port}`], { ...session, env }));
  expect(code).toBe(2);
  expect(printed).toMatch(/^--port is a whole number from 1 to 65535\.\n\nUsage/);
});

test('the editor says in one sentence that its port is taken', async () => {
  const port = await freePort();
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  await expect(serveEditor(folderOfTest(), port)).rejects.toThrow(
    new ConfigError(`Port ${port} is taken; choose another one with --port.`),
  );
  server.close();
});
