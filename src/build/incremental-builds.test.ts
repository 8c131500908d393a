import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom } from '../../tests/load/generate-articles.ts';
import { folderOfFile } from '../../tests/support/folders.ts';
import { createHighlighter } from '../content/markdown/highlight.ts';
import { publication } from '../library/current-publication.ts';
import { sha256 } from '../library/digest.ts';
import { dayMs } from '../library/durations.ts';
import { listFiles } from '../library/list-files.ts';
import { createMemo, openPartCache, type PartCache } from '../library/part-cache.ts';
import { buildContent } from './content-build.ts';

/** `INCREMENTAL_EDITS=200 npx vitest run --project unit src/build/incremental-builds.test.ts` is the long form. */
const edits = Number(process.env.INCREMENTAL_EDITS ?? 5);
const seed = Number(process.env.INCREMENTAL_SEED ?? 29);

const folder = folderOfFile();
const contentDir = join(folder, 'content');
const cacheFolder = join(folder, 'parts');
const article = (slug: string) => join(contentDir, 'articles', `${slug}.md`);
const edit = (path: string, change: (text: string) => string) =>
  writeFileSync(path, change(readFileSync(path, 'utf8')));

await cp('tests/fixtures/content/sample/content', contentDir, { recursive: true });
await rm(article('draft-one'));
await mkdir(join(contentDir, 'articles/charted'));
writeFileSync(join(contentDir, 'articles/charted/lamps.csv'), 'day,lamps\n2026-01-01,1\n2026-02-01,4\n2026-03-01,2\n');
writeArticle('charted', {
  body: `A *short* text - "quoted".

\`\`\`chart {#fig:lamps}
form: line
title: Lamps grew in February
description: Line chart of lamps by day, from 1 to 4 and back to 2.
data: charted/lamps.csv
label: day
value: lamps
unit: lamps
\`\`\`

\`\`\`ts
const lamps = 4;
\`\`\`
`,
});
for (const slug of ['open-one', 'open-two'])
  writeArticle(slug, { body: `The text of ${slug}, which says "nothing".\n` });

function writeArticle(slug: string, { body, tier = 'free' }: { body: string; tier?: string }): void {
  const front = `title: The article ${slug}\ndescription: It says nothing, and it says so in more than forty characters.\ntier: ${tier}\ndate: 2026-10-20\nauthors: [desk]`;
  writeFileSync(article(slug), `---\n${front}\n---\n\n${body}`);
}

const highlighter = createHighlighter();
const config = { BASE_URL: 'http://localhost:4321', KEY_PREFIX: 'quire', SEARCH_ENGINE: 'flexsearch' } as const;

let now = Date.UTC(2026, 10, 20);

/** @param releases what is published there was published before */
async function build(releases: string, cache: PartCache): Promise<Record<string, string> | undefined> {
  const target = join(releases, 'latest');
  await mkdir(releases, { recursive: true });
  writeFileSync(join(releases, 'current'), 'latest\n');
  const { written } = await buildContent(target, {
    contentDir,
    config,
    highlighter,
    now,
    releases,
    showsUnpublished: false,
    memo: createMemo(cache, 'this software'),
  });
  if (!written) return undefined;
  const { files } = await listFiles(target);
  return Object.fromEntries(files.map((name) => [name, sha256(readFileSync(join(target, name)))]));
}

const noCache: PartCache = { find: () => undefined, has: () => false, store() {} };

/** Every kind of edit, with what it is called when two builds differ after it. */
const kinds: Record<string, (random: (below: number) => number) => void> = {
  text: (random) => edit(pick(random), (text) => `${text}\nSentence ${random(1e6)} - it's "new".\n`),
  'front matter': (random) =>
    edit(pick(random), (text) => text.replace(/^description: .*/m, (line) => `${line} Again ${random(100)}.`)),
  tier: () =>
    edit(article('charted'), (text) =>
      text.replace(/^tier: .*/m, (line) => `tier: ${line.endsWith('free') ? 'paid' : 'free'}`),
    ),
  marker: () =>
    edit(article('paid-piece'), (text) => {
      const bare = text.replace('<!-- more -->\n\n', '');
      const heading = text.includes('## The paid heading\n\n<!-- more -->')
        ? '## The paid heading'
        : '## The free heading';
      const other = heading === '## The paid heading' ? '## The free heading' : '## The paid heading';
      return bare.replace(`${other}\n\n`, `${other}\n\n<!-- more -->\n\n`);
    }),
  code: (random) => edit(article('charted'), (text) => text.replace(/lamps = \d+/, `lamps = ${random(100)}`)),
  rename() {
    const [from, to] = existsSync(article('open-one')) ? ['open-one', 'open-uno'] : ['open-uno', 'open-one'];
    if (existsSync(article(from))) renameSync(article(from), article(to));
  },
  delete: () => rmSync(article('open-two'), { force: true }),
  add: (random) => writeArticle('open-two', { body: `Text ${random(3)}.\n`, tier: 'free' }),
  author: (random) =>
    edit(join(contentDir, 'authors.yaml'), (text) => text.replace(/Ada[^\n]*/, `Ada ${'ABC'[random(3)]}. Berg`)),
  plan: (random) =>
    edit(join(contentDir, 'plans.yaml'), (text) => text.replace(/price: 0\.\d+/, `price: 0.0${1 + random(9)}`)),
  'data file': (random) =>
    edit(join(contentDir, 'articles/charted/lamps.csv'), (text) => text.replace(/03-01,\d+/, `03-01,${1 + random(9)}`)),
  picture() {
    const [one, other] = ['open.png', 'secret.png'].map((name) => join(contentDir, 'articles/paid-piece', name));
    const bytes = readFileSync(one ?? '');
    writeFileSync(one ?? '', readFileSync(other ?? ''));
    writeFileSync(other ?? '', bytes);
  },
  bibliography: (random) =>
    edit(join(contentDir, 'articles/full-feature.bib'), (text) =>
      text.replace(/year\s*=\s*\{?\d+\}?/, `year = {${1970 + random(50)}}`),
    ),
  glossary: (random) =>
    edit(join(contentDir, 'pages/glossary.md'), (text) => `${text}\n## Term ${random(1e6)}\n\nA word.\n`),
  citations() {
    publication.citations = publication.citations === 'numeric' ? 'author-year' : 'numeric';
  },
  numbering() {
    publication.numbered = !publication.numbered;
  },
  day() {
    now += dayMs;
  },
  language() {
    publication.language = publication.language === 'en' ? 'de' : 'en';
  },
};

function pick(random: (below: number) => number): string {
  const names = readdirSync(join(contentDir, 'articles')).filter((name) => name.endsWith('.md'));
  return join(contentDir, 'articles', names[random(names.length)] ?? '');
}

test(
  `after each of ${edits} edits, a build with what earlier ones computed has the bytes of one without`,
  async () => {
    const { citations, numbered, language } = publication;
    onTestFinished(() => void Object.assign(publication, { citations, numbered, language }));
    const random = createRandom(seed);
    const names = Object.keys(kinds);
    const compared: string[] = [];
    for (let count = 0; count < edits; count += 1) {
      const name = names[random(names.length)] ?? '';
      kinds[name]?.(random);
      const clean = await build(join(folder, 'clean'), noCache);
      const incremental = await build(join(folder, 'incremental'), openPartCache(cacheFolder));
      expect(incremental, `edit ${count + 1}, ${name}`).toEqual(clean);
      if (clean) compared.push(name);
    }
    expect(compared.length, 'builds without errors').toBeGreaterThan(edits * 0.8);
  },
  300_000 + edits * 60_000,
);

test('an article that has a former text again is still found by the words of the one between', async () => {
  for (const words of ['one two three four', 'five six seven eight', 'one two three four']) {
    writeArticle('open-two', { body: `Text of ${words}.\n` });
    const clean = await build(join(folder, 'clean'), noCache);
    expect(await build(join(folder, 'incremental'), openPartCache(cacheFolder))).toEqual(clean);
  }
}, 60_000);

test('a build of the next day computes nothing again and has the same bytes', async () => {
  const releases = join(folder, 'incremental');
  const today = await build(releases, openPartCache(cacheFolder));
  now += dayMs;
  const stored: string[] = [];
  const known = openPartCache(cacheFolder);
  expect(await build(releases, { ...known, store: (key) => stored.push(key) })).toEqual(today);
  expect(stored).toEqual([]);
}, 60_000);

test('only its owner can read what was computed, some of which is paid', () => {
  const texts = readdirSync(cacheFolder).map((name) => readFileSync(join(cacheFolder, name), 'utf8'));
  expect(texts.some((text) => text.includes('CANARY-BODY'))).toBe(true);
  const modes = ['', ...readdirSync(cacheFolder)].map((name) => statSync(join(cacheFolder, name)).mode & 0o077);
  expect(new Set(modes)).toEqual(new Set([0]));
});

test('nothing paid is in the parts that a build publishes', async () => {
  const target = join(folder, 'incremental/latest');
  const open = (await listFiles(target)).files.filter((name) => !/paid|versions/.test(name));
  const canaries = open.filter((name) => readFileSync(join(target, name)).includes('CANARY-BODY'));
  expect(canaries).toEqual([]);
});
