import type { Frame } from '../event-stream.ts';
import { type JsonPieces, joinPieces, writeArray, writeObject } from '../json.ts';
import { describeResponse, type WireAnswer } from './ask-answer.ts';
import type { AskRequest } from './ask-request.ts';

/** How a dialect opens a stream, sends an answer and closes. `failing` closes it too. */
export interface Framing {
  opening(request: AskRequest): Frame[];
  answering(answer: WireAnswer): Frame[];
  closing(): Frame[];
  failing(error: { code: string; message: string }): Frame[];
}

/** @param about.queryId returned with each frame of the classic dialect; `site` is in the first frame of 0.55 */
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
  const frame = (message_type: string, more: object = {}, written: Record<string, string> = {}): Frame => {
    const timestamp = new Date(now()).toISOString();
    return {
      data: writeObject({ message_type, query_id: queryId, conversation_id: queryId, timestamp, ...more }, written),
    };
  };
  return {
    opening: ({ text }) => [
      frame('begin-nlweb-response', { query: text }),
      frame('api_version', { api_version: '0.1' }),
    ],
    answering({ query, results, standalone, summary, isGenerated, about, groups }) {
      const rewritten =
        standalone === undefined
          ? []
          : [frame('decontextualized_query', { decontextualized_query: standalone, original_query: query })];
      const list = writeArray(results.map(toText));
      const batch = frame('result_batch', { _meta: about }, { results: list, content: list, ...groups });
      if (summary === undefined) return [...rewritten, batch];
      if (isGenerated) return [...rewritten, batch, frame('nlws', { answer: summary }, { items: list })];
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

const toText = (pieces: JsonPieces) => joinPieces(pieces).toString();
const plain = (value: object): Frame => ({ data: JSON.stringify(value) });
const meta054 = (type: 'answer' | 'failure') => describeResponse('0.54', type);

/** NLWeb 0.54: unnamed frames; the end of the stream is the end of the answer. */
const framing054: Framing = {
  opening: () => [],
  answering({ results, standalone, summary, about, groups }) {
    const rewritten = standalone === undefined ? {} : { decontextualized_query: standalone };
    const quoted = summary === undefined ? [] : [plain({ results: [{ '@type': 'Summary', text: summary }] })];
    return [
      plain({ _meta: { ...meta054('answer'), ...about, ...rewritten } }),
      { data: writeObject({}, { results: writeArray(results.map(toText)), ...groups }) },
      ...quoted,
    ];
  },
  closing: () => [],
  failing: (error) => [plain({ _meta: meta054('failure') }), plain({ error })],
};

/** NLWeb 0.55 section 6.1: named events start, result, complete. */
function framing055(site: string): Framing {
  const version = '0.55';
  const named = (event: string, value: object, written = {}): Frame => ({ event, data: writeObject(value, written) });
  const complete = (more: object, written = {}) => named('complete', { _meta: { version, ...more } }, written);
  /** Known when the answer is, and sent with the last frame. */
  let judged: WireAnswer['about'] | undefined;
  let beside: WireAnswer['groups'] = {};
  return {
    opening: ({ modes }) => [
      named('start', {
        _meta: { ...describeResponse(version, 'answer'), mode: [...modes].join(', ') || 'list', site },
        streaming: true,
      }),
    ],
    answering({ results, summary, about, groups }) {
      judged = about;
      beside = groups;
      const quoted = summary === undefined ? [] : [JSON.stringify({ '@type': 'SearchSummary', text: summary })];
      return [...results.map(toText), ...quoted].map((item, index) => named('result', { index }, { item }));
    },
    closing: () => [complete({ ...judged }, beside)],
    failing: (error) => [plain({ error }), complete({ error: true })],
  };
}
