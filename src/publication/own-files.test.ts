import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkOwnFiles } from './own-files.ts';
import { readSettings } from './read.ts';

it('names each file of public/ that the settings want and that is not there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'public-'));
  await mkdir(join(folder, 'fonts'));
  const looks = {
    logo: '/logo.svg',
    socialPicture: '/card.png',
    typeFaces: { serif: { family: 'Own Serif', file: '/fonts/own.woff2' }, sans: { family: 'Arial' } },
  };
  const settings = readSettings({ name: 'A', tagline: 'B.', publisher: { name: 'A', email: 'a@a.example' }, looks });
  const check = () => checkOwnFiles(settings, { public: folder });
  await writeFile(join(folder, 'card.png'), '');
  expect(check).toThrow(
    'site.config.ts: looks.logo: there is no file public/logo.svg.\nsite.config.ts: looks.typeFaces.serif: there is no file public/fonts/own.woff2.',
  );
  await writeFile(join(folder, 'logo.svg'), '');
  await writeFile(join(folder, 'fonts/own.woff2'), '');
  expect(check).not.toThrow();
  await rm(folder, { recursive: true });
});
