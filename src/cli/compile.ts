import { formatProblems } from '../content/problems.ts';
import { buildFolder } from '../server/build-files.ts';
import { readConfig } from '../server/config.ts';
import { compileContent, writeBuild } from './content-build.ts';

/**
 * `npm run build`, first half: content/ to build/. All problems of all files are printed; with an error nothing is
 * written, and the build before stays whole.
 */
const config = readConfig(process.env);
const { problems, library, figures } = await compileContent({
  contentDir: process.env.CONTENT_DIR ?? 'content',
  config,
  now: Date.now(),
  showsUnpublished: false,
});
if (problems.length > 0) process.stderr.write(`${formatProblems(problems, 'text')}\n`);
if (library) {
  await writeBuild(buildFolder(process.env), { library, figures });
  const { articles, pages } = library.public;
  process.stdout.write(`Compiled ${articles.length} articles and ${pages.length} pages for ${config.BASE_URL}.\n`);
} else process.exitCode = 1;
