import { type Answer, quotePassages } from '../../core/ask.ts';
import type { Services } from '../../core/services.ts';
import type { AskRequest, Dialect } from './ask-request.ts';
import { toSchemaObject } from './schema-object.ts';

/** An answer in the words of the wire, before a dialect frames it. */
export interface WireAnswer {
  queryId: string;
  query: string;
  site: string;
  results: WireResult[];
  /** The question that was searched for, when it is not the one that was asked. */
  standalone: string | undefined;
  /** Quoted passages, when mode asks for them. */
  summary: string | undefined;
  isGenerated: boolean;
}

export interface WireResult {
  url: string;
  name: string;
  site: string;
  score: number;
  description: string;
  schema_object: Record<string, unknown>;
}

export function siteName({ urls }: Pick<Services, 'urls'>): string {
  return new URL(urls.base).host;
}

export function toWireAnswer(
  services: Pick<Services, 'urls' | 'publication'>,
  asked: AskRequest & { queryId: string },
  { searched, passages }: Answer,
): WireAnswer {
  const { urls, publication } = services;
  const site = siteName(services);
  const isGenerated = asked.modes.has('generate');
  return {
    queryId: asked.queryId,
    query: asked.text,
    site,
    results: passages.map((passage) => ({
      url: urls.article(passage.article.slug),
      name: passage.article.title,
      site,
      score: passage.score,
      description: passage.snippet,
      schema_object: toSchemaObject(passage, urls, publication),
    })),
    standalone: searched === asked.text ? undefined : searched,
    summary: isGenerated || asked.modes.has('summarize') ? quotePassages(passages) : undefined,
    isGenerated,
  };
}

/** NLWeb 0.54 writes its response types with a capital. */
export function describeResponse(dialect: Dialect, type: 'answer' | 'failure') {
  if (dialect !== '0.54') return { response_type: type, version: '0.55' };
  return { response_type: type === 'answer' ? 'Answer' : 'Failure', version: '0.54' };
}

/**
 * A result for the later form, where the item itself is the schema.org object. Its clients look for `Article`, the type that
 * ScholarlyArticle is a kind of; the members of the string form stay beside it.
 */
export function toItem(result: WireResult): Record<string, unknown> {
  const { '@context': _, ...about } = result.schema_object;
  return { ...about, '@type': ['Article', 'ScholarlyArticle'], ...result };
}

/** The AskResponse of specification section 2; what it does not name is additive. */
export function toAskResponse(answer: WireAnswer, dialect: Dialect) {
  const { queryId, query, results, standalone, summary, isGenerated } = answer;
  return {
    _meta: {
      ...describeResponse(dialect, 'answer'),
      ...(standalone === undefined ? {} : { decontextualized_query: standalone }),
    },
    query_id: queryId,
    query,
    results: dialect === 'classic' ? results : results.map(toItem),
    ...(summary === undefined ? {} : { [isGenerated ? 'answer' : 'summary']: summary }),
  };
}
