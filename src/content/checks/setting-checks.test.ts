import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderOfFile } from '../../../tests/support/folders.ts';
import { formatProblems } from '../load/problems.ts';
import { checkContent } from '../run-checks.ts';
import type { NamingSettings } from './setting-checks.ts';

const contentDir = fileURLToPath(new URL('../../../tests/fixtures/content/sample/content', import.meta.url));
const publicDir = folderOfFile();
await mkdir(join(publicDir, 'fonts'));
await writeFile(join(publicDir, 'our cv.pdf'), '');
await writeFile(join(publicDir, 'card.png'), '');

const plain = { typeFaces: {}, madeWithQuire: false, plates: false };

/** Messages about settings, without those about files. */
async function check(settings: Partial<NamingSettings>): Promise<string[]> {
  const now = Date.UTC(2026, 10, 20);
  const problems = await checkContent({ contentDir, publicDir, now, settings: { looks: plain, ...settings } });
  return formatProblems(
    problems.filter(({ file }) => file === 'site.config.ts'),
    'text',
  )
    .split('\n')
    .filter(Boolean);
}

const links = (...hrefs: string[]) => ({ navigation: hrefs.map((href) => ({ href, name: 'A link' })) });

test('each setting that names nothing is an error with its key, its value and what to do, all in one run', async () => {
  const looks = {
    ...plain,
    logo: '/logo.svg',
    socialPicture: '/card.png',
    typeFaces: { serif: { family: 'Own Serif', file: '/fonts/own.woff2' }, sans: { family: 'Arial' } },
  };
  expect(
    await check({ looks, featured: 'full-featur', ...links('/artikles', '/articles/draft-one', '/tags/gone') }),
  ).toEqual([
    "site.config.ts:1:1 setting-resolves featured: 'full-featur': There is no article full-featur; did you mean full-feature?",
    'site.config.ts:1:1 setting-resolves looks.logo: there is no file public/logo.svg',
    'site.config.ts:1:1 setting-resolves looks.typeFaces.serif: there is no file public/fonts/own.woff2',
    "site.config.ts:1:1 setting-resolves navigation: '/articles/draft-one': draft-one is a draft, which readers cannot open; publish it first, or take the link out",
    "site.config.ts:1:1 setting-resolves navigation: '/artikles': The site has no path /artikles that is known when it is built; did you mean /articles?",
    "site.config.ts:1:1 setting-resolves navigation: '/tags/gone': The site has no path /tags/gone that is known when it is built",
  ]);
});

test('a draft is not shown first', async () => {
  expect(await check({ featured: 'draft-one' })).toEqual([expect.stringContaining('draft-one is a draft')]);
});

test('an article whose finding is to be shown has one', async () => {
  expect(await check({ numbers: ['full-feature'] })).toEqual([
    "site.config.ts:1:1 setting-resolves numbers: 'full-feature': full-feature has no finding: to show; write one in its front matter, or name another",
  ]);
});

test('whatever is there may be named: articles, their forms, lists, pages, files and other sites', async () => {
  const settings = links(
    '/articles/full-feature.pdf',
    '/articles?tier=free',
    '/tags/testing',
    '/authors/ada.xml',
    '/why#top',
    '/our%20cv.pdf',
    'https://example.org/shop',
  );
  expect(await check({ featured: 'full-feature', ...settings })).toEqual([]);
});
