import './plain-errors.ts';

import { buildContent } from '../build/content-build.ts';
import { openMemo } from '../build/input-digest.ts';
import { pdfFolder } from '../build/pdf-files.ts';
import { recordExamples } from '../build/record-examples.ts';
import { explainLostHistory } from '../content/load/history.ts';
import { formatProblems } from '../content/load/problems.ts';
import { publication } from '../library/current-publication.ts';
import { publicationFolder } from '../library/read-publication.ts';
import { releasesFolder, stagingFolder } from '../library/release-parts.ts';
import { openEarlierParts } from '../release/earlier-parts.ts';
import { lockBuilding } from '../release/folder-lock.ts';
import { linkNodeModules } from '../release/node-modules-link.ts';
import { keepPrivate } from '../release/private.ts';
import { removeUnfinishedAtFailure } from '../release/unfinished.ts';
import { readConfig } from '../server/process/config.ts';
import { hasStemmer } from '../words/grammars.ts';
import { hasWords } from '../words/words.ts';

/**
 * `npm run build`, first part: compiles content/ to the libraries of the next release. Prints all problems of all
 * files. If there is an error, nothing is written, and the previous release stays.
 */
const config = readConfig(process.env);
const contentDir = publicationFolder(process.env).content;
const releases = releasesFolder(process.env);
keepPrivate(releases);
// Until this process ends: the pages are rendered into the same folder.
export const unlock = lockBuilding(releases);
removeUnfinishedAtFailure(releases);
linkNodeModules(releases);
// Git runs while the content is compiled; to start it takes longer when this process has more memory.
const losing = explainLostHistory(contentDir);
export const earlier = await openEarlierParts(releases);
export const { problems, written } = await buildContent(stagingFolder(process.env), {
  contentDir,
  config,
  now: Date.now(),
  showsUnpublished: false,
  memo: await openMemo(process.env),
  releases,
  earlier,
  pdfFolder: pdfFolder(releases),
  recordExamples: (folder) => recordExamples(folder, config),
});
if (problems.length > 0) process.stderr.write(`${formatProblems(problems, 'text')}\n`);
const lost = await losing;
if (lost !== undefined) process.stderr.write(`${lost}\n`);
if (!hasWords(publication.language)) {
  process.stderr.write(
    `site.config.ts: the interface has no words in ${publication.language}, so it speaks English; src/words/de.ts shows how to add some.\n`,
  );
}
if (!hasStemmer(publication.language)) {
  process.stderr.write(
    `site.config.ts: search has no stemmer for ${publication.language}, so it finds a word only in the form that is written; src/words/grammars.ts shows how to add one.\n`,
  );
}
if (written) {
  process.stdout.write(`Compiled ${written.articles} articles and ${written.pages} pages for ${config.BASE_URL}.\n`);
} else process.exitCode = 1;
