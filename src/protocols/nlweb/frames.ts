import { describeResponse, toItem, type WireAnswer } from './ask-answer.ts';
import type { AskRequest } from './ask-request.ts';

/** One server-sent event; `event` only where a dialect names its events. */
export interface Frame {
  event?: string;
  data: Record<string, unknown>;
}

/** How a dialect opens, answers and closes a stream. `failing` closes it too. */
export interface Framing {
  opening(asked: AskRequest & { queryId: string }): Frame[];
  answering(answer: WireAnswer): Frame[];
  closing(): Frame[];
  failing(error: { code: string; message: string }): Frame[];
}

export function createFraming(about: {
  dialect: AskRequest['dialect'];
  queryId: string;
  site: string;
  /** Epoch milliseconds. */
  now: () => number;
}): Framing {
  switch (about.dialect) {
    case 'classic':
      return classicFraming(about);
    case '0.54':
      return framing054;
    case '0.55':
      return framing055(about.site);
  }
}

/**
 * One stream for two generations of clients: those of mid-2025 read `results` of result_batch and stop at `complete`,
 * the later ones read `content` between begin- and end-nlweb-response. Each ignores what it does not know.
 */
function classicFraming({ queryId, now }: { queryId: string; now: () => number }): Framing {
  const frame = (message_type: string, more: Record<string, unknown> = {}): Frame => ({
    data: {
      message_type,
      query_id: queryId,
      conversation_id: queryId,
      timestamp: new Date(now()).toISOString(),
      ...more,
    },
  });
  return {
    opening: ({ text }) => [
      frame('begin-nlweb-response', { query: text }),
      frame('api_version', { api_version: '0.1' }),
    ],
    answering({ query, results, standalone, summary, isGenerated }) {
      const rewritten =
        standalone === undefined
          ? []
          : [frame('decontextualized_query', { decontextualized_query: standalone, original_query: query })];
      const batch = frame('result_batch', { results, content: results });
      if (summary === undefined) return [...rewritten, batch];
      if (isGenerated) return [...rewritten, batch, frame('nlws', { answer: summary, items: results })];
      return [...rewritten, batch, frame('summary', { message: summary, content: summary })];
    },
    closing: () => [frame('end-nlweb-response'), frame('complete')],
    failing: ({ code, message }) => [
      frame('error', { error: message, code, status: 'error' }),
      frame('end-nlweb-response', { error: message }),
      frame('complete'),
    ],
  };
}

const meta054 = (type: 'answer' | 'failure') => describeResponse('0.54', type);

/** NLWeb 0.54: unnamed frames; the end of the stream is the end of the answer. */
const framing054: Framing = {
  opening: () => [],
  answering({ results, standalone, summary }) {
    const rewritten = standalone === undefined ? {} : { decontextualized_query: standalone };
    const quoted = summary === undefined ? [] : [{ data: { results: [{ '@type': 'Summary', text: summary }] } }];
    return [
      { data: { _meta: { ...meta054('answer'), ...rewritten } } },
      { data: { results: results.map(toItem) } },
      ...quoted,
    ];
  },
  closing: () => [],
  failing: (error) => [{ data: { _meta: meta054('failure') } }, { data: { error } }],
};

/** NLWeb 0.55 section 6.1: named events start, result, complete. */
function framing055(site: string): Framing {
  const version = '0.55';
  const complete = (more = {}): Frame => ({ event: 'complete', data: { _meta: { version, ...more } } });
  return {
    opening: ({ modes }) => [
      {
        event: 'start',
        data: {
          _meta: { ...describeResponse(version, 'answer'), mode: [...modes].join(', ') || 'list', site },
          streaming: true,
        },
      },
    ],
    answering({ results, summary }) {
      const items = [
        ...results.map(toItem),
        ...(summary === undefined ? [] : [{ '@type': 'SearchSummary', text: summary }]),
      ];
      return items.map((item, index) => ({ event: 'result', data: { index, item } }));
    },
    closing: () => [complete()],
    failing: (error) => [{ data: { error } }, complete({ error: true })],
  };
}
