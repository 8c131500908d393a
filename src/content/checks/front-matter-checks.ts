import { didYouMean } from '../load/closest-match.ts';
import { isFutureDate, toFullDate } from '../load/dates.ts';
import { explainLookAlike, spellAsSeen } from '../load/look-alikes.ts';
import type { AuthorRecord } from '../load/names.ts';
import type { Report } from '../load/rules.ts';
import { type ArticleFrontMatter, Slug } from '../load/schema.ts';
import type { YamlPath } from '../load/yaml.ts';
import { checkCardTitle } from './card-title.ts';
import { checkPlainText } from './unparsed-markup.ts';

interface Context {
  meta: ArticleFrontMatter;
  /** Whether what `meta` says of a key is what the author says. */
  hasRead: (key: string) => boolean;
  /** Place of a value in the file. */
  find: (path: YamlPath) => number;
  report: Report;
}

/** The rules a schema cannot say: about lengths, tags and dates. */
export function checkFrontMatter(context: Context & { text: string; releaseAt: number | null; now: number }): void {
  checkLengths(context);
  checkComments(context);
  const { meta, hasRead, find, report } = context;
  if (hasRead('title')) checkCardTitle(meta.title, { at: find(['title']), report });
  checkRoles(context);
  checkPrice(context);
  checkTags(context);
  checkVersion(context);
  checkVersionOrder(context);
  checkDates(context);
}

/** @returns the authors that are known, in the order they are named. */
export function findAuthors(
  { meta, hasRead, find, report }: Context,
  known: ReadonlyMap<string, AuthorRecord> | undefined,
): AuthorRecord[] {
  if (!known || !hasRead('authors')) return [];
  return meta.authors.flatMap((id, index) => {
    const author = known.get(id);
    if (meta.authors.indexOf(id) !== index) {
      report('author-known', find(['authors', index]), `${id} is here twice; take one out`);
      return [];
    }
    if (author) return [author];
    const meant = didYouMean(id, known.keys(), { otherwise: 'add it there' });
    report('author-known', find(['authors', index]), `${id} is not in authors.yaml${meant}`);
    return [];
  });
}

/** The file name of a page below another one is the last part of its name. */
export function checkName(name: string, report: Report): void {
  const [lastPart = ''] = name.split('/').slice(-1);
  if (Slug.safeParse(lastPart).success) return;
  const advice = suggestSlug(lastPart);
  report('slug-format', 0, `Rename the file: ${lastPart} is not lower-case words joined by hyphens${advice}`);
}

/** `; write not-ok`, if anything is left of the words. */
function suggestSlug(text: string): string {
  const slug = spellAsSeen(text)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${slug === '' ? '' : `; write ${slug}`}${explainLookAlike(text)}`;
}

function checkLengths({ meta, hasRead, find, report }: Context): void {
  const { title, description } = meta;
  if (hasRead('title')) checkPlainText(title, { at: find(['title']), what: 'title', report });
  if (hasRead('description')) checkPlainText(description, { at: find(['description']), what: 'description', report });
  if (hasRead('title') && (title.length < 8 || title.length > 110))
    report('title-length', find(['title']), `${title.length} characters; 8 to 110 read well`);
  if (hasRead('description') && (description.length < 40 || description.length > 300)) {
    report(
      'description-length',
      find(['description']),
      `${description.length} characters; 40 to 300 fit everywhere it is shown`,
    );
  }
}

/** `title: Issue #12 in caching` would be published as "Issue". */
function checkComments({ hasRead, find, report, text }: Context & { text: string }): void {
  for (const key of ['title', 'description'].filter(hasRead)) {
    const at = find([key]);
    const [line = ''] = text.slice(at).split('\n', 1);
    const [, comment] = /^[^"'|>].*?\s(#.*)$/.exec(line) ?? [];
    if (comment === undefined) continue;
    const advice = `Put the ${key} in quotes: YAML takes ${comment} for a comment`;
    report('front-matter-comment', at + line.length - comment.length, advice);
  }
}

function checkRoles({ meta, find, report }: Context): void {
  for (const id of Object.keys(meta.roles ?? {})) {
    if (!meta.authors.includes(id))
      report('author-known', find(['roles', id]), `${id} is not an author of this article`);
  }
}

function checkPrice({ meta, hasRead, find, report }: Context): void {
  if (meta.price === undefined || !hasRead('tier') || meta.tier === 'paid') return;
  report('price-tier', find(['price']), 'This article is free; take the price out, or write tier: paid');
}

function checkTags({ meta, find, report }: Context): void {
  for (const [index, tag] of meta.tags.entries()) {
    const at = find(['tags', index]);
    if (!isTag(tag)) {
      report('tag-format', at, `${tag} is not lower-case words joined by hyphens${suggestTag(tag)}`);
    }
    if (meta.tags.indexOf(tag) !== index) report('tag-format', at, `${tag} is here twice; take one out`);
  }
}

const tagPattern = /^[\p{L}\p{M}\p{N}]+(?:-[\p{L}\p{M}\p{N}]+)*$/u;

/** Words in any script; two scripts in one word would let two tags look the same. */
function isTag(tag: string): boolean {
  const isMixed = (word: string) =>
    /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
  return tagPattern.test(tag) && tag === tag.toLowerCase() && !tag.split('-').some(isMixed);
}

function suggestTag(tag: string): string {
  const written = tag
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  const isHidden = /\p{C}/u.test(tag);
  return isTag(written) && !isHidden ? `; write ${written}` : suggestSlug(tag);
}

function checkVersion({ meta: { version, versions }, hasRead, find, report }: Context): void {
  const last = versions.at(-1)?.version;
  if (!hasRead('version') || version === undefined || last === undefined || last === version) return;
  report('version-listed', find(['version']), `The last of versions is ${last}; say there what ${version} changed`);
}

function checkVersionOrder({ meta: { versions }, find, report }: Context): void {
  const names = new Set<string>();
  for (const [index, { version, date }] of versions.entries()) {
    if (names.has(version)) {
      const at = find(['versions', index, 'version']);
      report('version-order', at, `The version ${version} is listed twice; give one of the two another name`);
    }
    names.add(version);
    const above = versions[index - 1]?.date;
    if (above === undefined || date >= above) continue;
    const message = `${date} is before ${above}, the date of the version above; list versions from the oldest to the newest`;
    report('version-order', find(['versions', index, 'date']), message);
  }
}

function checkDates(context: Context & { releaseAt: number | null; now: number }): void {
  const { meta, hasRead, find, report, releaseAt, now } = context;
  const today = toFullDate(now);
  if (hasRead('date') && releaseAt === null && isFutureDate(meta.date, now)) {
    report(
      'date-future',
      find(['date']),
      `${meta.date} is in the future (today is ${today}); give the article publish_at or embargo_until`,
    );
  }
  const later = [
    { date: meta.updated, path: ['updated'] },
    { date: meta.retracted?.date, path: ['retracted', 'date'] },
    { date: meta.withdrawn?.date, path: ['withdrawn', 'date'] },
    ...meta.versions.map(({ date }, index) => ({ date, path: ['versions', index, 'date'] })),
    ...meta.corrections.map(({ date }, index) => ({ date, path: ['corrections', index, 'date'] })),
  ];
  for (const { date, path } of later) {
    if (date === undefined) continue;
    if (hasRead('date') && date < meta.date) {
      report('date-order', find(path), `${date} is before the article's own date ${meta.date}; change one of the two`);
    }
    if (releaseAt === null && isFutureDate(date, now)) {
      report('date-future', find(path), `${date} is in the future (today is ${today}); write the day it happened`);
    }
  }
}
