import { ServiceError } from '../service-error.ts';
import { networksOf } from './rate-limit.ts';

export interface Turns {
  /**
   * @param isGone returns true when the caller no longer waits for the result; such work never starts
   * @returns undefined when the work may start immediately; otherwise a promise that resolves when it may
   * @throws ServiceError rate_limited when too much work of this owner is waiting
   */
  take(owner: string, isGone?: () => boolean): Promise<void> | undefined;
}

interface Waiting {
  begin(): void;
  drop(): void;
  isGone: () => boolean;
}

/** The same number as the connections that one IP address may open to a worker by default. */
const defaultMaxWaiting = 512;
const isNeverGone = () => false;

/**
 * Starts at most one unit of work in an event-loop turn: a cached response waits for at most one. Owners take turns:
 * a newcomer is next, however much work of another owner is waiting. The owners in one wide network share its turns.
 *
 * @param about.defer calls back in a later event-loop turn, after the requests that arrived in between
 */
export function createTurns(about: { defer: (run: () => void) => void; maxWaiting?: number }): Turns {
  const { defer, maxWaiting = defaultMaxWaiting } = about;
  /** Widest networks and their owners, in the order of their turns. After a turn, both go to the end. */
  const networks = new Map<string, Map<string, Set<Waiting>>>();
  let isTaken = false;

  function takeFirst(): Waiting | undefined {
    for (const [network, owners] of networks) {
      networks.delete(network);
      const first = takeOfNetwork(owners);
      if (owners.size > 0) networks.set(network, owners);
      if (first) return first;
    }
    return undefined;
  }

  function next(): void {
    const first = takeFirst();
    isTaken = first !== undefined;
    if (!first) return;
    defer(next);
    first.begin();
  }

  return {
    take(owner, isGone = isNeverGone) {
      if (!isTaken) {
        isTaken = true;
        defer(next);
        return undefined;
      }
      const network = networksOf(owner).at(-1)?.id ?? owner;
      const owners = networks.get(network) ?? new Map<string, Set<Waiting>>();
      const queue = owners.get(owner) ?? new Set<Waiting>();
      if (queue.size >= maxWaiting) {
        throw new ServiceError('rate_limited', 'Too many requests from this address are waiting.', { retryAfter: 1 });
      }
      networks.set(network, owners.set(owner, queue));
      return new Promise((resolve, reject) => {
        const drop = () => reject(new ServiceError('invalid_request', 'The connection was closed.'));
        queue.add({ begin: resolve, drop, isGone });
      });
    },
  };
}

/** Calls back after an event-loop turn for what a unit of work left over, such as the commit of a purchase. */
export function afterNextTurn(run: () => void): void {
  setImmediate(setImmediate, run);
}

function takeOfNetwork(owners: Map<string, Set<Waiting>>): Waiting | undefined {
  for (const [owner, queue] of owners) {
    owners.delete(owner);
    for (const waiting of queue) {
      queue.delete(waiting);
      if (waiting.isGone()) {
        waiting.drop();
        continue;
      }
      if (queue.size > 0) owners.set(owner, queue);
      return waiting;
    }
  }
  return undefined;
}
