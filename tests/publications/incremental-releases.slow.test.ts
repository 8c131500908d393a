import { execFile } from 'node:child_process';
import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { createRandom } from '../load/generate-articles.ts';
import { folderOfFile } from '../support/folders.ts';
import { testPublication } from '../support/test-build.ts';

/** For the long form, INCREMENTAL_EDITS=40, and INCREMENTAL_SEED with another number. */
const edits = Number(process.env.INCREMENTAL_EDITS ?? 3);
const random = createRandom(Number(process.env.INCREMENTAL_SEED ?? 29));

const run = promisify(execFile);
const folder = folderOfFile();
const content = join(folder, 'content');
const seed = join(folder, 'seed');
// Beside the packages that their pages import.
const releasesOf = (name: string) => `.test-build/after-edits-${name}`;
afterAll(() => {
  for (const name of ['seed', 'reusing', 'clean']) rmSync(releasesOf(name), { recursive: true, force: true });
});

const article = (slug: string) => join(content, 'articles', `${slug}.md`);
const pick = () => `short-${random(36)}`;
const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

function writeShort(slug: string, about: { tag: string; more?: string }): void {
  const day = String((Number(slug.replace(/\D/g, '')) % 28) + 1).padStart(2, '0');
  const front = `title: The article ${slug}
description: It says next to nothing, and it does so in more than forty characters.
tier: free
date: 2026-10-${day}
authors: [review-editors]
tags: [${about.tag}]${about.more ?? ''}`;
  writeFileSync(article(slug), `---\n${front}\n---\n\nThe text of ${slug} is about ${about.tag}.\n`);
}

/** What an editor may do. */
const kinds: Record<string, () => void> = {
  text: () => appendFileSync(article(pick()), `\nSentence ${random(1e6)} is new.\n`),
  title: () => edit(article(pick()), (text) => text.replace(/^title: .*/m, (line) => `${line} again`)),
  date: () => edit(article(pick()), (text) => text.replace(/^date: .*/m, `date: 2026-09-${10 + random(19)}`)),
  tier: () =>
    edit(article(pick()), (text) =>
      text.replace(/^tier: .*/m, (line) => `tier: ${line.endsWith('free') ? 'paid' : 'free'}`),
    ),
  tag: () => edit(article(pick()), (text) => text.replace(/^tags: .*/m, `tags: [group-${random(3)}]`)),
  version: () => edit(article(pick()), (text) => text.replace(/^tags: /m, `version: "${1 + random(9)}"\n$&`)),
  translation: () =>
    writeShort(`court-${random(9)}`, { tag: 'group-1', more: `\nlanguage: fr\ntranslation_of: ${pick()}` }),
  scheduled: () =>
    writeShort(`court-${random(9)}`, {
      tag: 'group-2',
      more: `\nlanguage: fr\ntranslation_of: ${pick()}\npublish_at: 2099-01-01T00:00:00Z`,
    }),
  series: () =>
    edit(article(pick()), (text) =>
      text.replace(/^tags: /m, `series: { id: one-series, title: One series, part: ${1 + random(99)} }\n$&`),
    ),
  deletion: () => rmSync(article(`court-${random(9)}`), { force: true }),
  author: () => edit(join(content, 'authors.yaml'), (text) => text.replace(/name: [^\n]*/, `name: Ada ${random(99)}`)),
  plan: () => edit(join(content, 'plans.yaml'), (text) => text.replace(/price: 0\.\d+/, `price: 0.0${1 + random(9)}`)),
  page: () => appendFileSync(join(content, 'pages/glossary.md'), `\n## Term ${random(1e6)}\n\nA word.\n`),
};

/** @returns the hashes of all parts; undefined when the content has an error */
async function build(name: string, about: { contentDir: string; parts: string }) {
  const env = {
    ...process.env,
    BASE_URL: 'http://localhost:4779',
    PUBLICATION_DIR: testPublication,
    CONTENT_DIR: about.contentDir,
    PARTS_DIR: about.parts,
    RELEASE_DIR: releasesOf(name),
  };
  const isBuilt = await run('npm', ['run', '--silent', 'build'], { env }).then(
    () => true,
    ({ stderr }) => {
      if (/^\S+:\d+:\d+ [\w-]+ (?!\(warning\))/m.test(stderr)) return false;
      throw new Error(stderr);
    },
  );
  if (!isBuilt) return undefined;
  const [id = ''] = (await readFile(join(releasesOf(name), 'current'), 'utf8')).split('\n');
  const manifest = JSON.parse(await readFile(join(releasesOf(name), id, 'manifest.json'), 'utf8'));
  return { parts: manifest.parts, shared: await listShared(join(releasesOf(name), id)) };
}

/** Files of responses that are also in an earlier release. */
async function listShared(release: string): Promise<number> {
  const { stdout } = await run('find', [join(release, 'responses'), '-type', 'f', '-links', '+1']);
  return stdout.split('\n').filter(Boolean).length;
}

it(`after each of ${edits} edits, a release that shares files of responses with earlier ones is what a clean build writes`, {
  timeout: 300_000 + edits * 60_000,
}, async () => {
  await cp(join(testPublication, 'content'), content, { recursive: true });
  // The bundle of the pages is the same for both, and takes most of the time of a clean build.
  for (const name of ['authors.yaml', 'plans.yaml']) await cp(join(content, name), join(folder, 'other', name));
  await build('seed', { contentDir: join(folder, 'other'), parts: seed });
  for (let count = 0; count < 36; count += 1) writeShort(`short-${count}`, { tag: `group-${count % 3}` });

  const compared: string[] = [];
  let shared = 0;
  const reusing = join(folder, 'reusing');
  await cp(seed, reusing, { recursive: true });
  for (let count = 0; count <= edits; count += 1) {
    const name = count === 0 ? 'none' : (Object.keys(kinds)[random(Object.keys(kinds).length)] ?? '');
    kinds[name]?.();
    const clean = join(folder, 'clean');
    await rm(clean, { recursive: true, force: true });
    await cp(seed, clean, { recursive: true });
    for (const path of globSync(`${releasesOf('clean')}/*/responses`)) await rm(path, { recursive: true });
    const expected = await build('clean', { contentDir: content, parts: clean });
    const built = await build('reusing', { contentDir: content, parts: reusing });
    expect(built?.parts, `edit ${count}, ${name}`).toEqual(expected?.parts);
    if (built) compared.push(name);
    shared += built?.shared ?? 0;
  }
  expect(compared.length, 'builds without errors').toBeGreaterThan(edits * 0.7);
  expect(shared).toBeGreaterThan(0);
});
