import './plain-errors.ts';

import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { startChromium } from '../build/chromium.ts';
import { createOfflineState, lastReleaseTime } from '../build/offline-state.ts';
import { pdfFolder } from '../build/pdf-files.ts';
import { createSubscriberFetch, printArticle } from '../build/print-article.ts';
import { parts, releasesFolder } from '../library/release-parts.ts';
import { checkRelease } from '../release/manifest.ts';
import { openRelease, type Release } from '../release/open-release.ts';
import { keepPrivate } from '../release/private.ts';
import { type Config, readConfig } from '../server/process/config.ts';
import { createLog } from '../server/process/log.ts';
import { serveRelease } from '../server/process/served-release.ts';
import { exitWith, parseCommand, runCommand } from './arguments.ts';

const usage = `Usage: npm run pdf [-- [--again] SLUG...]

Prints the articles of the current release that have no PDF of their present text, then builds again so that their pages offer it.
--again prints also what was printed before: after a change of looks.
`;

const Names = z.record(z.string(), z.string());

/**
 * `npm run pdf`: prints articles with Chromium from the release, without a socket. PDFs are stored beside the releases,
 * each under a name that identifies one text; those of earlier texts are deleted. Later builds use those that still
 * match.
 * @returns 0 when all are printed or there is no Chromium, 1 when an article is unknown or a page fails, 2 for invalid
 *   arguments
 */
export async function runPdf(
  args: readonly string[],
  { env, print }: { env: Readonly<Record<string, string | undefined>>; print: (text: string) => void },
): Promise<number> {
  const called = parseCommand(args, {
    usage,
    options: { again: { type: 'boolean', default: false } },
    most: Infinity,
  });
  const { positionals: slugs, values } = called;
  const config = readConfig(env);
  const folder = await checkRelease(releasesFolder(env), config.BASE_URL);
  const names = new Map(Object.entries(Names.parse(JSON.parse(await readFile(join(folder, parts.prints), 'utf8')))));
  const unknown = slugs.filter((slug) => !names.has(slug));
  if (unknown.length > 0)
    return exitWith(print, {
      text: `The release has no article ${unknown.join(', ')}, or it has a PDF of its author.\n`,
      code: 1,
    });
  const target = pdfFolder(releasesFolder(env));
  await mkdir(target, { recursive: true });
  const there = new Set(await readdir(target));
  const wanted = [...names].filter(([slug, name]) =>
    slugs.length > 0 ? slugs.includes(slug) : values.again || !there.has(name),
  );
  const missing = wanted.filter(([, name]) => values.again || !there.has(name));
  if (missing.length === 0) {
    return exitWith(print, { text: 'Every article that was asked for has a PDF of its present text.\n', code: 0 });
  }
  const browser = await startChromium(env);
  if (typeof browser === 'string') {
    return exitWith(print, { text: `No PDF was made, and pages offer none: ${browser}\n`, code: 0 });
  }
  try {
    await printAll(missing, { folder, target, browser, config, print });
  } finally {
    await browser.close();
  }
  const fitting = new Set(names.values());
  for (const name of there) if (!fitting.has(name)) await rm(join(target, name));
  return build(env);
}

async function printAll(
  missing: readonly (readonly [slug: string, name: string])[],
  about: { folder: string; target: string; browser: Browser; config: Config; print: (text: string) => void },
): Promise<void> {
  const { folder, target, browser, config, print } = about;
  const release = await openRelease(folder, { hasPrebuilt: true });
  try {
    const fetch = createSubscriberFetch(await openPrintingSite(release, config));
    for (const [slug, name] of missing) {
      const article = release.open.articles.find((candidate) => candidate.slug === slug);
      if (!article) continue;
      const pdf = await printArticle(browser, { article, url: `${config.BASE_URL}/articles/${slug}`, fetch });
      await writeFile(join(target, `${name}.next`), pdf);
      await rename(join(target, `${name}.next`), join(target, name));
      print(`${slug}: ${Math.ceil(pdf.byteLength / 1024)} KB\n`);
    }
  } finally {
    await release.close();
  }
}

function openPrintingSite(release: Release, config: Config) {
  const now = lastReleaseTime(release);
  const { log } = createLog(config.LOG_LEVEL);
  // A print asks for hundreds of files in a moment.
  const settings = { ...config, RATE_LIMIT_PER_MINUTE: Number.MAX_SAFE_INTEGER };
  return serveRelease({ release, state: createOfflineState(config, now), config: settings, log, now });
}

function build(env: Readonly<Record<string, string | undefined>>): number {
  return spawnSync(process.execPath, ['--run', 'build'], { stdio: 'inherit', env: { ...env } }).status ?? 1;
}

if (import.meta.main) keepPrivate(releasesFolder(process.env));
if (import.meta.main) await runCommand((args, { print }) => runPdf(args, { env: process.env, print }));
