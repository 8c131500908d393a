import { LRUCache } from 'lru-cache';
import { describePayment, type Urls, withFragment } from '../../contract/urls.ts';
import type { Passage } from '../../core/question-answering.ts';
import type { PublicArticle } from '../../library/library.ts';
import type { Publication } from '../../library/publication-settings.ts';
import { describeAuthor, readBylines } from '../bylines.ts';
import { encodeJson, type JsonPieces } from '../json.ts';

/** How many articles' text to cache: about two kilobytes each. */
const maxArticles = 2_000;

/** The part of an article that is the same in every result, as UTF-8 of JSON objects without their last brace. */
interface ArticleText {
  /** url, name and site of a result. */
  result: Uint8Array;
  /** schema.org ScholarlyArticle. */
  schema: Uint8Array;
  /** The same for the later form, where the item itself is the schema.org object. */
  item: Uint8Array;
}

/**
 * Writes a result as JSON. Four fifths of a response are schema objects, and all but one member of each never change.
 */
export interface PassageWriter {
  urls: Urls;
  /** The `result` of specification section 2 (AskResponse), and what is additive to it. */
  writeResult(passage: Passage): JsonPieces;
  /**
   * A result for the later form. Its clients look for `Article`, the type that ScholarlyArticle is a kind of; the
   * members of the string form stay beside it.
   */
  writeItem(passage: Passage): JsonPieces;
}

/** @param about.site what results name as their site */
export function createPassageWriter(about: { urls: Urls; publication: Publication; site: string }): PassageWriter {
  const { urls, publication, site } = about;
  const texts = new LRUCache<PublicArticle, ArticleText>({ max: maxArticles });

  function textOf(article: PublicArticle): ArticleText {
    const known = texts.get(article);
    if (known) return known;
    const schema = describeArticle(article, urls, publication);
    const { '@context': _, description: __, ...item } = schema;
    const result = { url: urls.article(article.slug), name: article.title, site };
    const made = {
      result: open(result),
      schema: open(schema),
      item: open({ ...item, '@type': ['Article', 'ScholarlyArticle'], site }),
    };
    texts.set(article, made);
    return made;
  }

  /**
   * `hasPart` is the section that answers, `also` the next passage, `payment` what the section costs if it is paid; the
   * other members are new in each result.
   */
  function writeParts({ article, heading, sectionId, snippet, offer, context, next, score }: Passage) {
    const urlOf = (id: string | null) => withFragment(urls.article(article.slug), id);
    const url = urlOf(sectionId);
    const also = next && { name: next.heading, url: urlOf(next.sectionId), description: next.snippet };
    const access = offer && { isAccessibleForFree: false };
    const part = JSON.stringify({ '@type': 'WebPageElement', name: heading, url, ...access, text: context });
    const payment = offer && describePayment(urls, offer, 'live');
    const values = JSON.stringify({ score, description: snippet, also, payment }).slice(1, -1);
    return { part, values: `${values},"schema_object":` };
  }

  return {
    urls,
    writeResult(passage) {
      const { result, schema } = textOf(passage.article);
      const { part, values } = writeParts(passage);
      return [result, `,${values}`, schema, `,"hasPart":${part}}}`];
    },
    writeItem(passage) {
      const { item, schema } = textOf(passage.article);
      const { part, values } = writeParts(passage);
      return [item, `,"hasPart":${part},${values}`, schema, `,"hasPart":${part}}}`];
    },
  };
}

function open(value: object): Uint8Array {
  return encodeJson(value).subarray(0, -1);
}

/** schema.org ScholarlyArticle from public fields alone. */
function describeArticle(article: PublicArticle, urls: Urls, publication: Publication) {
  const url = urls.article(article.slug);
  const { updated, version, retracted } = article;
  return {
    '@context': 'https://schema.org',
    '@type': 'ScholarlyArticle',
    '@id': url,
    url,
    identifier: article.id,
    name: article.title,
    headline: article.title,
    description: article.description,
    datePublished: article.date,
    ...(updated === null ? {} : { dateModified: updated }),
    ...(version === null ? {} : { version }),
    ...(retracted ? { creativeWorkStatus: `Retracted on ${retracted.date}: ${retracted.reason}` } : {}),
    author: readBylines(article).map(describeAuthor),
    keywords: article.tags,
    license: article.license.url,
    inLanguage: article.language,
    wordCount: article.words,
    isAccessibleForFree: article.tier === 'free',
    publisher: { '@type': 'Organization', name: publication.publisher.name, url: urls.home },
  };
}
