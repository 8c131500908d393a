import type { Memo } from '../../library/part-cache.ts';
import { allowEdits, didYouMean } from '../load/closest-match.ts';
import { indexNearWords } from '../load/near-words.ts';
import type { Report } from '../load/rules.ts';
import type { ArticleFrontMatter } from '../load/schema.ts';

/** The part of an article that the rules about several articles read. */
export interface CheckedArticle {
  slug: string;
  meta: ArticleFrontMatter;
  file: string;
  report: Report;
  /** Epoch milliseconds; null when it is released. */
  releaseAt: number | null;
  /** BCP 47, that of the publication by default; undefined when it cannot be read, which is reported. */
  language: string | undefined;
  placeOf: (
    key: 'id' | 'aliases' | 'withdrawn' | 'title' | 'series' | 'tags' | 'translation_of' | 'language',
    index?: number,
  ) => number;
}

/** Articles in the order of their slugs. @param memo results of earlier builds */
export async function checkAcrossArticles(entries: readonly CheckedArticle[], memo: Memo): Promise<void> {
  checkIds(entries);
  checkAliases(entries);
  checkReplacements(entries);
  checkTitles(entries);
  checkSeries(entries);
  await checkTags(entries, memo);
  checkTranslations(entries);
}

function checkTranslations(entries: readonly CheckedArticle[]): void {
  const originals = new Map(
    entries.filter(({ meta }) => !meta.translation_of && !meta.withdrawn).map((entry) => [entry.slug, entry]),
  );
  const files = new Map<string, string>();
  // A draft takes no language from a translation that readers have.
  for (const entry of entries.toSorted((a, b) => Number(a.meta.draft) - Number(b.meta.draft))) {
    const { meta, report, placeOf } = entry;
    if (meta.translation_of === undefined) continue;
    const original = originals.get(meta.translation_of);
    if (original) checkTranslation(entry, { original, files });
    else {
      const meant = didYouMean(meta.translation_of, originals.keys(), { otherwise: 'name the slug of the original' });
      report('translation-known', placeOf('translation_of'), `No original has the slug ${meta.translation_of}${meant}`);
    }
  }
}

/** @param about.files the translations so far, by original and language */
function checkTranslation(
  { meta, file, report, releaseAt, language, placeOf }: CheckedArticle,
  { original, files }: { original: CheckedArticle; files: Map<string, string> },
): void {
  if (meta.withdrawn) return;
  const { slug } = original;
  const complain = (key: 'translation_of' | 'language', message: string) =>
    report('translation-known', placeOf(key), message);
  if (original.meta.draft && !meta.draft)
    complain('translation_of', `The original ${slug} is a draft; publish it too, or write draft: true here`);
  else if ((original.releaseAt ?? 0) > (releaseAt ?? 0))
    complain('translation_of', `The original ${slug} is released later; release this article at the same time`);
  if (language === undefined) return;
  const other = files.get(`${slug} ${language}`);
  if (meta.language === undefined)
    complain('translation_of', 'A translation states its language; add the key language, such as language: de');
  else if (language === original.language)
    complain('language', `The original ${slug} is in ${language} too; write the language of this text`);
  else if (other)
    complain('language', `${other} is a translation of ${slug} into ${language} already; take one of the two out`);
  else files.set(`${slug} ${language}`, file);
}

function checkIds(entries: readonly CheckedArticle[]): void {
  // An article without an id has its slug as one.
  const bySlug = new Map(entries.flatMap(({ slug, meta, file }) => (meta.id === undefined ? [[slug, file]] : [])));
  const byId = new Map<string, string>();
  for (const { slug, meta, file, report, placeOf } of entries) {
    const id = meta.id ?? slug;
    const other = byId.get(id) ?? (id === slug ? undefined : bySlug.get(id));
    if (other) report('id-unique', placeOf('id'), `The id ${id} belongs to ${other}; give this article another one`);
    byId.set(id, file);
  }
}

/** Each path leads to a single article. */
function checkAliases(entries: readonly CheckedArticle[]): void {
  const ids = new Map(entries.map(({ slug, meta, file }) => [meta.id ?? slug, file]));
  const owners = new Map(entries.map(({ slug, file }) => [slug, file]));
  for (const { meta, file, report, placeOf } of entries) {
    for (const [index, alias] of meta.aliases.entries()) {
      // Its own id is a former slug of it.
      const owner = owners.get(alias) ?? (meta.id === alias ? undefined : ids.get(alias));
      if (owner) {
        const whose = owner === file ? 'this article already' : owner;
        report('id-unique', placeOf('aliases', index), `The alias ${alias} is a name of ${whose}; take it out here`);
      }
      owners.set(alias, file);
    }
  }
}

function checkReplacements(entries: readonly CheckedArticle[]): void {
  const published = new Set(entries.filter(({ meta }) => !meta.draft && !meta.withdrawn).map(({ slug }) => slug));
  for (const { meta, report, placeOf } of entries) {
    const replacement = meta.withdrawn?.replacement;
    if (replacement === undefined || replacement.includes(':') || published.has(replacement)) continue;
    report(
      'withdrawn-replacement',
      placeOf('withdrawn'),
      `No published article is called ${replacement}${didYouMean(replacement, published, { otherwise: 'name another, or leave replacement out' })}`,
    );
  }
}

function checkTitles(entries: readonly CheckedArticle[]): void {
  const files = new Map<string, string>();
  for (const { meta, file, report, placeOf } of entries) {
    const title = meta.title.toLowerCase();
    const other = files.get(title);
    if (other)
      report('title-shared', placeOf('title'), `${other} has this title too; say in one of them what is different`);
    files.set(title, file);
  }
}

function checkSeries(entries: readonly CheckedArticle[]): void {
  const titles = new Map<string, string>();
  const parts = new Map<string, string>();
  for (const { meta, file, report, placeOf } of entries) {
    if (!meta.series) continue;
    const { id, title, part } = meta.series;
    const known = titles.get(id) ?? title;
    if (known !== title)
      report(
        'series-consistent',
        placeOf('series'),
        `The series ${id} is called "${known}" elsewhere; give it one title`,
      );
    const taken = parts.get(`${id} ${part}`);
    if (taken)
      report(
        'series-consistent',
        placeOf('series'),
        `Part ${part} of ${id} is ${taken}; give one of them another number`,
      );
    titles.set(id, known);
    parts.set(`${id} ${part}`, file);
  }
}

/** A short tag is one that it begins, or one with another letter; a longer one may have two other letters. */
function chooseMeant(tag: string, near: readonly { word: string; edits: number }[]): string | undefined {
  const isMeant = ({ word, edits }: { word: string; edits: number }) =>
    edits <= allowEdits(tag) || (tag.length > 2 && word.startsWith(tag));
  return near
    .filter(isMeant)
    .reduce<(typeof near)[number] | undefined>(
      (best, each) => (best && best.edits <= each.edits ? best : each),
      undefined,
    )?.word;
}

/** Those of some tags that may be meant for another one, with that. */
function listMeant(rare: readonly string[], shared: readonly string[]): [tag: string, meant: string][] {
  const findNear = indexNearWords(shared);
  return rare.flatMap((tag) => {
    const meant = chooseMeant(tag, findNear(tag));
    return meant === undefined ? [] : [[tag, meant]];
  });
}

/** A tag of one article that is nearly one of several: a slip of the pen, or its plural. */
async function checkTags(entries: readonly CheckedArticle[], memo: Memo): Promise<void> {
  const counts = new Map<string, number>();
  for (const tag of entries.flatMap(({ meta }) => [...new Set(meta.tags)])) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const select = (isWanted: (count: number) => boolean) =>
    [...counts].flatMap(([tag, count]) => (isWanted(count) ? tag : []));
  const [rare, shared] = [select((count) => count === 1), select((count) => count > 1)];
  if (rare.length === 0 || shared.length === 0) return;
  const meant = new Map(await memo.value(['meant tags', rare, shared], () => listMeant(rare, shared)));
  for (const { meta, report, placeOf } of entries) {
    for (const [index, tag] of meta.tags.entries()) {
      const closest = meant.get(tag);
      if (closest === undefined) continue;
      const others = counts.get(closest) ?? 0;
      report(
        'tag-shared',
        placeOf('tags', index),
        `Only this article has the tag ${tag}; did you mean ${closest}, which ${others} have?`,
      );
    }
  }
}
