import type { PublicArticle } from '../../content/library/library.ts';
import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { openByCredential } from '../../core/access/access.ts';
import { anonymous } from '../../core/access/caller.ts';
import type { Services } from '../../core/services.ts';
import type { Mirror } from '../../core/urls.ts';
import type { Answer } from '../../protocols/answer.ts';
import { paymentHeaders } from '../../protocols/x402/http.ts';
import type { Asked } from '../asked.ts';
import type { Reply } from '../choose.ts';
import { createKeep, type Keep, type Made } from '../keep.ts';
import { operationAddress, type PackedAnswers } from '../packed.ts';
import { isAcceptable } from './acceptance.ts';
import type { Admission } from './admission.ts';
import { isPublic, type Replies } from './replies.ts';
import type { Route } from './router.ts';

export type Operated = Extract<Route, { kind: 'operation' }>;
export type Maker = (asked: Asked, route: Operated, admission: Admission) => Promise<Answer>;

export interface KeptAnswer {
  reply: Reply;
  /** Headers that are new each time. Flat: name, value, name, value. */
  fresh: readonly string[];
}

interface Question {
  asked: Asked;
  route: Operated;
  admission: Admission;
}

/** The part of a 402 that is new each time (x402 v2). */
const challengeHeader = 'payment-required';

/**
 * Answers of the API that hold until the next article is released: those that anybody gets, and behind the decision who may
 * have them the two of a paid article, its price and its whole. Whoever asks is counted as ever.
 */
export function createKeptAnswers(about: {
  services: Services;
  replies: Replies;
  make: Maker;
  packed: PackedAnswers;
  keepBytes: number;
  freshChallenge: (article: PublicArticle, mirror: Mirror) => string;
}) {
  const { services, replies, make, packed, keepBytes: capacity, freshChallenge } = about;
  const { catalogue } = services;
  const released = () => catalogue.list();
  const open = createKeep({ capacity, released });
  const paid = createKeep({ capacity, released });

  async function makeKept(question: Question, isLasting: (said: Answer) => boolean): Promise<Made> {
    const { asked, route, admission } = question;
    const before = released();
    const said = await make(asked, route, admission);
    if (!isLasting(said)) return { reply: replies.ofOperation(said, route), isLasting: false, released: before };
    return { reply: await replies.inAllForms(withoutChallenge(said), route), isLasting: true, released: before };
  }

  async function makeOpen(question: Question): Promise<Made> {
    const before = released();
    const ready = await packed.read(operationAddress(question.asked.url));
    if (ready) return { reply: ready, isLasting: true, released: before };
    return makeKept({ ...question, admission: { ...question.admission, caller: anonymous } }, isPublic);
  }

  function findPaid(question: Question, article: PublicArticle): KeptAnswer | Promise<KeptAnswer> | undefined {
    const { asked, route } = question;
    const { caller } = question.admission;
    if (asked.search !== '' || paymentHeaders.some((name) => asked.headers.has(name))) return undefined;
    const { kind } = openByCredential(services, article.slug, { caller });
    if (kind === 'refused') return undefined;
    const fresh = kind === 'challenge' ? [challengeHeader, freshChallenge(article, route.mirror)] : [];
    const isWhole = ({ status }: Answer) => status === 200 || status === 402;
    return take(paid, `${kind} ${asked.pathname}`, () => makeKept(question, isWhole), fresh);
  }

  return {
    /** @returns undefined for what is never kept: it is made for each who asks */
    find(asked: Asked, route: Operated, admission: Admission): KeptAnswer | Promise<KeptAnswer> | undefined {
      const operation: Operation = operations[route.id];
      if (!operation.isKept || !isAcceptable(asked.headers.get('accept'), route.id)) return undefined;
      // Only answers that anybody gets are kept by their whole address.
      const known = open.find(asked.url);
      if (known) return { reply: known.reply, fresh: [] };
      const question = { asked, route, admission };
      const article = route.id === 'getArticle' ? catalogue.find(route.params.slug ?? '') : undefined;
      if (route.id === 'getArticle' && !article) return undefined;
      if (article?.tier === 'paid') return findPaid(question, article);
      return isPlain(asked.search, operation) ? take(open, asked.url, () => makeOpen(question), []) : undefined;
    },
  };
}

function take(
  keep: Keep,
  key: string,
  run: () => Promise<Made>,
  fresh: readonly string[],
): KeptAnswer | Promise<KeptAnswer> {
  const known = keep.find(key);
  if (known) return { reply: known.reply, fresh };
  return keep.make(key, run).then(({ reply, isLasting }) => ({ reply, fresh: isLasting ? fresh : [] }));
}

function withoutChallenge(said: Answer): Answer {
  const { [challengeHeader]: _, ...headers } = said.headers;
  return { ...said, headers };
}

/** Only parameters that the operation knows: any other could be varied for ever. */
function isPlain(search: string, { query }: Operation): boolean {
  if (search === '') return true;
  const names = [...new URLSearchParams(search).keys()];
  return names.every((name) => query !== undefined && name in query.shape);
}
