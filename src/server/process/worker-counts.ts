import type { MemoryRateLimiter } from '../../core/limits/memory.ts';
import type { RateLimiter, RatePolicy, Verdict } from '../../core/limits/rate-limit.ts';

/** From a worker to the primary process: all calls of one turn of its event loop. */
interface Question {
  kind: 'count';
  calls: { policy: RatePolicy; id: string }[];
}

/** Back, in the order of the questions. */
interface Reply {
  kind: 'counted';
  verdicts: Verdict[];
}

/**
 * The end of a worker. Several processes that counted alone would allow a caller the limit once each; so the primary process
 * counts for all, and a turn of the event loop costs one message, however many calls it brought.
 * @returns the limiter, and what takes the messages of the primary process
 */
export function countInPrimary(send: (question: Question) => void): {
  limiter: RateLimiter;
  receive(message: unknown): void;
} {
  const asked: ((verdict: Verdict) => void)[] = [];
  let calls: Question['calls'] = [];

  function flush() {
    send({ kind: 'count', calls });
    calls = [];
  }

  return {
    limiter: {
      consume(policy, id) {
        if (calls.length === 0) setImmediate(flush);
        calls.push({ policy, id });
        return new Promise((resolve) => asked.push(resolve));
      },
    },
    receive(message) {
      if (!isKind<Reply>(message, 'counted')) return;
      const settled = asked.splice(0, message.verdicts.length);
      for (const [index, verdict] of message.verdicts.entries()) settled[index]?.(verdict);
    },
  };
}

/** The end of the primary process: the reply to a message of a worker, if it asks to count. */
export function createCounter(limiter: MemoryRateLimiter): (message: unknown) => Reply | undefined {
  return (message) => {
    if (!isKind<Question>(message, 'count')) return undefined;
    return { kind: 'counted', verdicts: message.calls.map(({ policy, id }) => limiter.consume(policy, id)) };
  };
}

/** Messages between our own processes: the kind tells the rest. */
export function isKind<Message extends { kind: string }>(message: unknown, kind: Message['kind']): message is Message {
  return typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind;
}
