import './plain-errors.ts';

import { buildContent, type ContentBuild } from '../build/content-build.ts';
import { finishRelease } from '../build/finish-release.ts';
import { openMemo } from '../build/input-digest.ts';
import { openPageBundle } from '../build/page-bundle.ts';
import { recordExamples } from '../build/record-examples.ts';
import { formatProblems } from '../content/load/problems.ts';
import { openPartCache } from '../library/part-cache.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { partsFolder, stagingFolder } from '../library/release-parts.ts';
import { openEarlierParts } from '../release/earlier-parts.ts';
import { lockBuilding } from '../release/folder-lock.ts';
import { keepPrivate } from '../release/private.ts';
import { removeUnfinishedAtFailure } from '../release/unfinished.ts';
import { readConfig } from '../server/process/config.ts';
import { parseOwnArguments } from './arguments.ts';
import { ownState } from './own-state.ts';

/**
 * `npm run preview`: what `npm start` builds and serves, on this machine, with drafts and scheduled articles as if they
 * were released. Its folders and its state are its own, so it can never be deployed by mistake and tells the service
 * nothing.
 */
parseOwnArguments({ usage: 'Usage: npm run preview\n', options: {} });
const folder = '.preview-build';
const { BASE_URL } = readConfig({ ...process.env, BASE_URL: undefined });
// Pages, their renderer and the server read the environment.
Object.assign(process.env, { RELEASE_DIR: folder, BASE_URL, ...ownState(folder) });
keepPrivate(folder);
const unlock = lockBuilding(folder);
removeUnfinishedAtFailure(folder);

const config = readConfig(process.env);
const cache = openPartCache(partsFolder(process.env));
const bundle = await openPageBundle(process.env, cache);
const unpublished = await build().finally(bundle.close);
unlock();
if (unpublished) {
  process.stdout.write(describeUnpublished(unpublished));
  await import('../server/main.ts');
} else process.exitCode = 1;

/**
 * @returns the articles in the release that readers cannot see yet; undefined when there is an error, which is printed
 */
async function build(): Promise<ContentBuild['unpublished'] | undefined> {
  const earlier = await openEarlierParts(folder);
  const { problems, written, unpublished } = await buildContent(stagingFolder(process.env), {
    contentDir: publicationFolder(process.env).content,
    config,
    now: Date.now(),
    showsUnpublished: true,
    memo: await openMemo(process.env),
    earlier,
    recordExamples: (folder) => recordExamples(folder, config),
  });
  if (problems.length > 0) process.stderr.write(`${formatProblems(problems, 'text')}\n`);
  const finished =
    written && (await finishRelease(config, { bundle, cache, env: process.env, releases: folder, earlier }));
  return finished && unpublished;
}

function describeUnpublished(articles: ContentBuild['unpublished']): string {
  if (articles.size === 0) return 'Every article is out: this is what readers see.\n';
  const lines = [...articles].map(([slug, releaseAt]) => {
    const state = releaseAt === null ? 'a draft' : `is released at ${new Date(releaseAt).toISOString()}`;
    return `  /articles/${slug} (${state})\n`;
  });
  return `Shown here and nowhere else:\n${lines.join('')}`;
}
