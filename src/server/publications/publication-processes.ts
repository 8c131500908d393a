import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ServiceError } from '../../core/service-error.ts';
import type { MetricValues } from '../process/metrics-collector.ts';
import type { FirstRequest } from '../socket/first-request.ts';
import { FromPublication, type ToPublication } from './messages.ts';
import type { ListedPublication } from './publication-list.ts';

/** The open publications, each in a process of its own. */
export interface PublicationProcesses {
  /**
   * Hands a connection over to its publication, which is opened if it is not open.
   * @throws ServiceError publication_unavailable when it cannot be opened now; the connection is as it was
   */
  handOver(publication: ListedPublication, socket: Socket, first: FirstRequest): Promise<void>;
  /** Would a request start its process? */
  needsStart(name: string): boolean;
  /** Closes those that are not listed any more, and tells the others their hosts. */
  follow(listed: Iterable<ListedPublication>): void;
  /** Sends a message to all open ones. @returns how many they are */
  tell(message: ToPublication): number;
  /** Lets a publication that could not be opened be tried again at once. */
  tryAgain(): void;
  /** Lets all of them complete their responses. @returns whether all ended cleanly */
  stop(): Promise<boolean>;
  /** Ends all of them at once. */
  kill(): void;
}

interface OpenPublication {
  publication: ListedPublication;
  child: ChildProcess;
  state: 'opening' | 'serving' | 'closing';
  /** Resolves with the first change of the state. */
  opened: Promise<unknown>;
  exited: Promise<number | null>;
  /** Milliseconds of `performance.now`. */
  usedAt: number;
  /** Responses that are computed or sent. */
  active: number;
  /** Event streams, and requests whose body is not complete. */
  waiting: number;
  /** Connections that it was sent, in this order; called with true once it has one, with false when it ends before. */
  offered: ((isTaken: boolean) => void)[];
}

/** Wait before a publication that could not be opened is tried again: the cause is probably still there. */
const retryMs = 5_000;
const busyRetryMs = 2_000;
/** How long a caller waits for a publication to be opened; the start itself continues. */
const patienceMs = 15_000;
/** Starts take a whole core each. */
const startsAtOnce = 2;

const unavailable = (ms: number, detail?: string) =>
  new ServiceError('publication_unavailable', detail, { retryAfter: Math.ceil(ms / 1000) });

/**
 * Opens publications on first use, and closes the ones that are not used.
 * @param about.start starts the process of a publication; `complain` gets what it writes to standard error
 * @param about.maxOpen how many may be open; one more closes the one that was not used for the longest time
 * @param about.idleMs how long one stays open without a request
 * @param about.onMetrics receives the metrics that a publication reports
 */
export function createPublicationProcesses(about: {
  start: (publication: ListedPublication) => { child: ChildProcess; complaint: () => string };
  maxOpen: number;
  idleMs: number;
  log: Logger;
  onMetrics: (about: { name: string; question: number; values: MetricValues }) => void;
}): PublicationProcesses {
  const { start, maxOpen, idleMs, log, onMetrics } = about;
  const open = new Map<string, OpenPublication>();
  const opening = new Map<string, Promise<OpenPublication>>();
  const retryAt = new Map<string, number>();
  const takeTurn = createTurnstile(startsAtOnce);
  let isStopping = false;
  let endedCleanly = true;

  async function find(publication: ListedPublication): Promise<OpenPublication> {
    const { name } = publication;
    const known = open.get(name);
    if (known?.state === 'serving') return known;
    const left = (retryAt.get(name) ?? 0) - performance.now();
    if (left > 0) throw unavailable(left);
    let waitedFor = opening.get(name);
    if (!waitedFor) {
      waitedFor = takeTurn(() => openOne(publication)).finally(() => opening.delete(name));
      opening.set(name, waitedFor);
    }
    const giveUp = new AbortController();
    const late = pause(patienceMs, undefined, { signal: giveUp.signal }).then(() =>
      Promise.reject(unavailable(busyRetryMs)),
    );
    return Promise.race([waitedFor, late]).finally(() => giveUp.abort());
  }

  async function openOne(publication: ListedPublication): Promise<OpenPublication> {
    const { name } = publication;
    await open.get(name)?.exited;
    while (open.size >= maxOpen) await makeRoom();
    if (isStopping) throw unavailable(busyRetryMs);
    const { child, complaint } = startProcess(publication);
    const opened = Promise.withResolvers<void>();
    // Its last words have been read too.
    const exited = once(child, 'close').then(
      ([code]): number | null => code,
      () => 1,
    );
    const one: OpenPublication = {
      ...{ publication, child, exited, opened: opened.promise, usedAt: performance.now() },
      ...{ active: 0, waiting: 0, offered: [] },
      state: 'opening',
    };
    open.set(name, one);
    child.on('message', (received: unknown) => {
      const message = FromPublication.parse(received);
      if (message.kind === 'metrics') return onMetrics({ name, ...message });
      if (message.kind === 'taken') return one.offered.shift()?.(true);
      if (message.kind === 'serving' || message.isUsed) one.usedAt = performance.now();
      if (message.kind === 'use') Object.assign(one, { active: message.active, waiting: message.waiting });
      else {
        one.state = 'serving';
        tellHosts(one);
        opened.resolve();
      }
    });
    void exited.then((code) => {
      open.delete(name);
      if (isStopping && code !== 0) endedCleanly = false;
      if (one.state !== 'closing') reportEnd(one.state, { name, code, complaint: complaint() });
      one.state = 'closing';
      opened.resolve();
      for (const settle of one.offered) settle(false);
    });
    await opened.promise;
    if (one.state === 'closing') throw unavailable(retryMs);
    return one;
  }

  /** An `.env` that cannot be read, or a system without memory for one more process. */
  function startProcess(publication: ListedPublication) {
    try {
      return start(publication);
    } catch (err) {
      log.error({ err, publication: publication.name }, 'the publication cannot be opened');
      retryAt.set(publication.name, performance.now() + retryMs);
      throw unavailable(retryMs);
    }
  }

  function reportEnd(
    state: 'opening' | 'serving',
    { name, code, complaint }: { name: string; code: number | null; complaint: string },
  ): void {
    if (state === 'opening') retryAt.set(name, performance.now() + retryMs);
    const message =
      state === 'opening' ? 'the publication cannot be opened' : 'a publication ended; its next request opens it again';
    log.error({ publication: name, code, reason: complaint.trim() }, message);
  }

  /**
   * Waits until one that is open changes its state, after closing the one that was not used for the longest time. Its
   * event streams end, so that their clients connect again, and bodies that do not come; other responses are completed.
   */
  async function makeRoom(): Promise<void> {
    const all = [...open.values()];
    const closing = all.find(({ state }) => state === 'closing');
    const idle = all.filter(({ state, active }) => state === 'serving' && active === 0);
    const [oldest] = idle.toSorted((a, b) => a.usedAt - b.usedAt);
    const opening = all.find(({ state }) => state === 'opening');
    if (closing) await closing.exited;
    else if (oldest) await close(oldest, { isForRoom: true });
    else if (opening) await opening.opened;
    else throw unavailable(busyRetryMs, 'All that may be open at the same time are in use.');
  }

  function tellHosts({ child, publication: { hosts } }: OpenPublication): void {
    child.send({ kind: 'hosts', hosts } satisfies ToPublication, () => {});
  }

  async function close(one: OpenPublication, { isForRoom } = { isForRoom: false }): Promise<void> {
    // A process that starts does not listen to messages yet.
    await one.opened;
    one.state = 'closing';
    one.child.send({ kind: 'stop', isForRoom } satisfies ToPublication, () => {});
    await one.exited;
  }

  /** Keeps the socket open here: one that a dying process did not take is offered to the next. */
  function offer(one: OpenPublication, message: ToPublication, socket: Socket): Promise<boolean> {
    const taken = Promise.withResolvers<boolean>();
    one.usedAt = performance.now();
    one.offered.push(taken.resolve);
    one.child.send(message, socket, { keepOpen: true }, () => {});
    return taken.promise;
  }

  const closing = setInterval(() => {
    const before = performance.now() - idleMs;
    for (const one of open.values())
      if (one.state === 'serving' && one.active + one.waiting === 0 && one.usedAt < before) void close(one);
  }, idleMs / 10).unref();

  return {
    async handOver(publication, socket, { bytes, remoteAddress }) {
      for (let isTaken = false; !isTaken; ) {
        const one = await find(publication);
        isTaken = await offer(one, { kind: 'connection', bytes, remoteAddress }, socket);
      }
      // The other process has it too, so this closes nothing.
      socket.destroy();
    },
    needsStart: (name) => !open.has(name) && !opening.has(name) && (retryAt.get(name) ?? 0) <= performance.now(),
    follow(listed) {
      const byName = new Map(Array.from(listed, (publication) => [publication.name, publication]));
      for (const one of open.values()) {
        const now = byName.get(one.publication.name);
        if (now === undefined || now.folder !== one.publication.folder) {
          if (one.state === 'serving') void close(one);
          continue;
        }
        const isSame = String(now.hosts) === String(one.publication.hosts);
        one.publication = now;
        if (!isSame && one.state === 'serving') tellHosts(one);
      }
    },
    tell(message) {
      const all = [...open.values()].filter(({ child }) => child.connected);
      for (const { child } of all) child.send(message, () => {});
      return all.length;
    },
    tryAgain: () => retryAt.clear(),
    async stop() {
      isStopping = true;
      clearInterval(closing);
      await Promise.all(Array.from(open.values(), (one) => close(one)));
      return endedCleanly;
    },
    kill() {
      for (const { child } of open.values()) child.kill('SIGKILL');
    },
  };
}

/** Runs at most so many pieces of work at the same time, the others in the order in which they came. */
function createTurnstile(places: number) {
  const waiting: (() => void)[] = [];
  let free = places;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
