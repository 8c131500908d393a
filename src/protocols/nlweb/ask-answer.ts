import type { Urls } from '../../contract/urls.ts';
import type { ArticleList } from '../../core/article-lists.ts';
import type { PagePassage } from '../../core/matching-pages.ts';
import type { AskResult } from '../../core/question-answering.ts';
import { quotePassages } from '../../core/quoted-passages.ts';
import type { Services } from '../../core/services.ts';
import type { JsonPieces } from '../json.ts';
import type { AskRequest, Dialect } from './ask-request.ts';
import type { PassageWriter } from './passage-text.ts';

/** An answer with wire names, before a dialect frames it. */
export interface WireAnswer {
  query: string;
  /** Results for the string form, items for the later one. */
  results: readonly JsonPieces[];
  /** The question that was searched for, when it is not the one that was asked. */
  standalone: string | undefined;
  /** Quoted passages, when mode asks for them. */
  summary: string | undefined;
  isGenerated: boolean;
  /** Additive members of `_meta`. */
  about: { confidence: AskResult['confidence']; question_language?: string };
  /**
   * JSON of the groups beside the results, by name: matching pages, and the list that is requested; absent when empty.
   */
  groups: Readonly<Record<string, string>>;
}

/** NLWeb's `site`: the host of the service, with its port. */
export function siteName({ urls }: Pick<Services, 'urls'>): string {
  return new URL(urls.base).host;
}

/** Writes what was found in the words that the caller's dialect reads. */
export function toWireAnswer(writer: PassageWriter, request: AskRequest, result: AskResult): WireAnswer {
  const { searched, passages, confidence, pages, list, questionLanguage } = result;
  const isGenerated = request.modes.has('generate');
  return {
    query: request.text,
    results: passages.map(request.dialect === 'classic' ? writer.writeResult : writer.writeItem),
    standalone: searched === request.text ? undefined : searched,
    summary: isGenerated || request.modes.has('summarize') ? quotePassages(result, writer.urls) : undefined,
    isGenerated,
    about: { confidence, ...(questionLanguage && { question_language: questionLanguage }) },
    groups: {
      ...(pages.length > 0 && { pages: JSON.stringify(pages.map((page) => describePage(page, writer.urls))) }),
      ...(list && { lists: JSON.stringify([describeList(list, writer.urls)]) }),
    },
  };
}

function describePage({ page, kind, path, hit }: PagePassage, urls: Urls) {
  const { heading, score, confidence, snippet } = hit;
  const about = { kind, score, confidence, description: snippet || page.description };
  return { url: urls.at(path), name: page.title, ...(heading && { section: heading }), ...about };
}

function describeList({ path, tier, tag, author, articles }: ArticleList, urls: Urls) {
  return { url: urls.at(path), count: articles.length, tier, tag, author: author?.name };
}

/** NLWeb 0.54 writes its response types with a capital. */
export function describeResponse(dialect: Dialect, type: 'answer' | 'failure') {
  if (dialect !== '0.54') return { response_type: type, version: '0.55' };
  return { response_type: type === 'answer' ? 'Answer' : 'Failure', version: '0.54' };
}

/**
 * The AskResponse of specification section 2 from the member after `query_id` to its end; what the specification does
 * not name is additive.
 */
export function writeAskResponse(answer: WireAnswer, dialect: Dialect): JsonPieces {
  const { query, results, standalone, summary, isGenerated, about, groups } = answer;
  const values = {
    _meta: {
      ...describeResponse(dialect, 'answer'),
      ...about,
      ...(standalone === undefined ? {} : { decontextualized_query: standalone }),
    },
    query,
    ...(summary === undefined ? {} : { [isGenerated ? 'answer' : 'summary']: summary }),
  };
  const separated = results.flatMap((result, index) => (index === 0 ? result : [',', ...result]));
  const beside = Object.entries(groups).map(([name, json]) => `,"${name}":${json}`);
  return [`${JSON.stringify(values).slice(1, -1)},"results":[`, ...separated, ']', ...beside, '}'];
}
