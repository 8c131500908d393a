import './plain-errors.ts';

import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buildOneArticle, readOneArticle } from '../build/one-article.ts';
import { listChartFiles } from '../content/charts/chart-files.ts';
import { createFigureList, findShownFigures } from '../content/figure-list.ts';
import { formatProblems } from '../content/load/problems.ts';
import { createUrls } from '../contract/urls.ts';
import { maxReviewDays, type ReviewCopy, revokeReview, shareForReview } from '../core/access/review-links.ts';
import { escapeHtml } from '../library/markup.ts';
import { withoutMemo } from '../library/part-cache.ts';
import { contentFolder } from '../library/read-publication.ts';
import { readConfig } from '../server/process/config.ts';
import { createLog } from '../server/process/log.ts';
import { openState } from '../server/process/state.ts';
import {
  type CommandContext,
  CommandUsage,
  exitWith,
  parseCommand,
  requireOnePublication,
  runCommand,
} from './arguments.ts';

const usage = `Usage: npm run share -- SLUG [--days 14] [--content FOLDER]
       npm run share -- SLUG --revoke

Gives reviewers a link to a draft or scheduled article, good for --days days (1 to ${maxReviewDays}). They read a copy as it is now:
run it again to update the copy behind the same link. --revoke ends the link at once.
Run it where the service runs, with the same environment: the copy is stored with the state of the service.
`;

/** A store may have to carry it to replicas, and each view reads it. */
const maxCharacters = 8_000_000;

/**
 * @returns the exit code: 0 when the link is made or revoked, 1 when there is nothing to share or revoke, 2 for wrong
 *   arguments.
 */
export async function runShare(args: readonly string[], { print, now, env }: CommandContext): Promise<number> {
  const options = readOptions(args, env);
  requireOnePublication(env);
  const { slug, days, content, isRevoked } = options;
  const config = readConfig(env);
  const open = () => openState({ config, log: createLog('warn').log, now: () => now });
  if (isRevoked) {
    const state = await open();
    const wasShared = await revokeReview(state, slug);
    await state.close();
    const text = wasShared ? `The link to ${slug} ends here.\n` : `No link to ${slug} is good any more.\n`;
    return exitWith(print, { text, code: wasShared ? 0 : 1 });
  }
  const read = await readCopy({ slug, content, now, baseUrl: config.BASE_URL });
  print(read.message);
  if (!read.copy) return 1;
  const state = await open();
  const { token, expiresAt } = await shareForReview(
    { ...state, now: () => now, randomBytes },
    { copy: read.copy, days },
  );
  await state.close();
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ');
  const url = createUrls(config.BASE_URL).at(`/review/${token}`);
  return exitWith(print, {
    text: `${url}\nGood until ${until} UTC. End it with: npm run share -- ${slug} --revoke\n`,
    code: 0,
  });
}

/** The whole article with its pictures in it, since a draft has no files that the service could send. */
async function readCopy(about: {
  slug: string;
  content: string;
  now: number;
  baseUrl: string;
}): Promise<{ message: string; copy?: ReviewCopy }> {
  const { slug, content, now, baseUrl } = about;
  const { loaded, problems, missing } = await readOneArticle({ contentDir: content, slug, now });
  if (!loaded) return { message: missing };
  if (!loaded.meta.draft && (loaded.releaseAt ?? 0) <= now)
    return { message: `${slug} is not a draft and not scheduled: readers have it, or get it with the next publish.\n` };
  const problemsText = problems.length > 0 ? `${formatProblems(problems, 'text')}\n\n` : '';
  const built = await buildOneArticle(loaded, baseUrl);
  const figures = createFigureList(content, (chart, place) =>
    listChartFiles(chart, place, { language: 'en', memo: withoutMemo }),
  );
  figures.addArticle(loaded, findShownFigures(loaded.document, built));
  let html = (built.paid ?? built.article).body.html;
  for (const { url, source, mimeType } of figures.list()) {
    const mark = `src="${escapeHtml(url)}"`;
    if (typeof source !== 'string' || !html.includes(mark)) continue;
    const data = (await readFile(source)).toString('base64');
    html = html.replaceAll(mark, () => `src="data:${mimeType};base64,${data}"`);
  }
  // Files of a draft are nowhere else, and a draft is not cited.
  html = html
    .replaceAll(/<a href="(?:\/figures\/[^"]*" download|#cite")[^>]*>[^<]*<\/a>/g, '')
    .replaceAll(/ (?:href|data-src)="\/(?:figures|artifacts)\/[^"]*"/g, '');
  if (html.length > maxCharacters)
    return {
      message: `${problemsText}${slug} is over ${maxCharacters / 1e6} MB with its pictures; make them smaller.\n`,
    };
  const { title, description } = built.article;
  return { message: problemsText, copy: { slug, title, description, html } };
}

function readOptions(args: readonly string[], env: NodeJS.ProcessEnv) {
  const called = parseCommand(args, {
    usage,
    options: {
      days: { type: 'string', default: '14' },
      content: { type: 'string', default: contentFolder(env) },
      revoke: { type: 'boolean', default: false },
    },
    most: 1,
    missing: 'No article is named',
  });
  const [slug = ''] = called.positionals;
  const { content, revoke: isRevoked } = called.values;
  const days = Number(called.values.days);
  if (!Number.isInteger(days) || days < 1 || days > maxReviewDays)
    throw new CommandUsage(usage, `--days is a whole number from 1 to ${maxReviewDays}`);
  return { slug, content, days, isRevoked } as const;
}

if (import.meta.main) await runCommand(runShare);
