import { type BuiltArticle, digestWithoutSlug } from '../content/build-article.ts';
import { publicDigest } from '../core/article-fingerprint.ts';
import { joinArticle, type PaidRow, type PlacedArticle } from '../library/article-rows.ts';
import { joinTexts, listTexts } from '../library/body-file.ts';
import { sha256 } from '../library/digest.ts';
import type { Block, Frame } from '../library/part-cache.ts';
import type { VersionText } from '../library/versions.ts';
import { type Acronym, findAcronyms } from '../search/acronyms.ts';
import { toBytes } from '../search/index-file.ts';
import { listRuns } from '../search/quote-index.ts';
import { describePrint, type Print } from './pdf-files.ts';
import { searchableArticle, toPaidSearchEntry } from './searchable.ts';

/** All that a build writes of an article, without its place in the files. */
export interface ArticlePart extends Head {
  texts: Uint8Array | Block;
  paidTexts: Uint8Array | Block;
  /** Its text for search, as JSON. */
  view: Uint8Array | Block;
  /** The same for callers who may read whole bodies; empty where it is the same. */
  paidView: Uint8Array | Block;
  runs: Uint8Array | Block;
  paidRuns: Uint8Array | Block;
}

export interface Head {
  facts: Omit<PlacedArticle, 'places'>;
  lengths: number[];
  paid: (Omit<PaidRow, 'body'> & { lengths: number[]; textsDigest: string }) | null;
  print: Print;
  acronyms: Acronym[];
  viewDigest: string;
  paidViewDigest: string | null;
  runsDigest: string;
  paidRunsDigest: string;
}

/** @param earlier the texts that were published before */
export function writeArticlePart(
  built: BuiltArticle,
  { baseUrl, earlier }: { baseUrl: string; earlier: readonly VersionText[] },
): Frame<Head, Uint8Array> {
  const { sections, references, ...article } = built.article;
  const { body, citation, ...facts } = article;
  const texts = joinArticle(article);
  const paid = built.paid && { ...built.paid, ...joinTexts(listTexts(built.paid.body)) };
  const searched = searchableArticle(built.article);
  const view = Buffer.from(JSON.stringify(searched));
  const paidView = built.paid && Buffer.from(JSON.stringify(toPaidSearchEntry(built.article, built.paid)));
  const runs = packRuns(built, earlier);
  const head: Head = {
    facts: { ...facts, publicDigest: publicDigest(article), textsDigest: sha256(texts.bytes, 'base64url') },
    lengths: texts.lengths,
    paid: paid
      ? {
          contentDigest: paid.contentDigest,
          textDigest: digestWithoutSlug(paid),
          lengths: paid.lengths,
          textsDigest: sha256(paid.bytes, 'base64url'),
        }
      : null,
    print: describePrint(built, baseUrl),
    acronyms: searched.sections.flatMap(({ text }) => findAcronyms(text)),
    viewDigest: sha256(view),
    paidViewDigest: paidView ? sha256(paidView) : null,
    runsDigest: sha256(runs.open),
    paidRunsDigest: sha256(runs.paid),
  };
  const none = Buffer.alloc(0);
  return { head, blocks: [texts.bytes, paid?.bytes ?? none, view, paidView ?? none, runs.open, runs.paid] };
}

/**
 * Opens the output of `writeArticlePart`.
 * @param isReleased it is shown as if it were
 */
export function openArticlePart({ head, blocks }: Frame<Head>, isReleased: boolean): ArticlePart {
  if (isReleased) head.facts.releaseAt = null;
  const [texts, paidTexts, view, paidView, runs, paidRuns] = blocks;
  if (!texts || !paidTexts || !view || !paidView || !runs || !paidRuns) throw new Error('An article has six blocks.');
  return { ...head, texts, paidTexts, view, paidView, runs, paidRuns };
}

/**
 * Runs of words of one article in all its versions: of what is public, and of the complete text of a paid one.
 * @param earlier the texts that were published before
 */
function packRuns({ article, paid }: BuiltArticle, earlier: readonly VersionText[]) {
  const open = earlier.map((text) => text.article.body.markdown);
  const complete = earlier.map((text) => text.paid?.body.markdown ?? '');
  return {
    open: toBytes(listRuns(article.body.markdown, open)),
    paid: toBytes(listRuns(paid?.body.markdown ?? '', complete)),
  };
}
