import { Socket } from 'node:net';
import type { Config } from '../process/config.ts';
import type { AttachServer } from '../process/http-server.ts';
import type { ProcessLog } from '../process/log.ts';
import { type RunningService, startService } from '../process/service.ts';
import { exitProcess } from '../process/shutdown.ts';
import { forward } from '../socket/forward.ts';
import { hostName } from '../socket/guard.ts';
import { takeConnections } from '../socket/handed-connections.ts';
import { type FromPublication, ToPublication } from './messages.ts';
import { watchResponses } from './unfinished-responses.ts';

const reportMs = 1_000;
/** How long another publication waits for event streams that do not end and for bodies that do not come. */
const waitingMs = 3_000;

const send = (message: FromPublication) => void process.send?.(message);

/**
 * Serves one publication of several: the ordinary service, with connections that the host process accepts.
 * @param about.name host name of the publication
 * @param about.backTo path of the host process's Unix socket, for requests that name another host
 * @param about.stop stops the service and returns the exit code
 */
export async function servePublication(about: {
  config: Config;
  log: ProcessLog;
  name: string;
  backTo: string;
  stop: (running: RunningService, log: ProcessLog) => Promise<0 | 1>;
}): Promise<void> {
  const { config, log, name, backTo } = about;
  // A supervisor signals all processes of the service; this one ends when the host process has handed over its last
  // connection.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal).on(signal, () => {});
  const running = await startService({ config, ...log, publication: name, attach: attachTo(backTo) });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void about.stop(running, log).then((code) => exitProcess(code, log));
  };
  process.on('disconnect', stop);
  process.on('message', (received: unknown) => {
    const message = ToPublication.parse(received);
    switch (message.kind) {
      case 'connection':
      case 'hosts':
        return; // `attachTo` takes them
      case 'stop':
        return stop();
      case 'reload':
        return running.reload();
      case 'tell-metrics':
        return running.metrics
          ?.collect()
          .then((values) => send({ kind: 'metrics', question: message.question, values }));
    }
  });
  send({ kind: 'serving' });
}

function attachTo(backTo: string): AttachServer {
  return (server) => {
    const { open, take } = takeConnections(server);
    const responses = watchResponses(server);
    /** Connections that were sent back once: their host is not known here or there, and the guard rejects it. */
    const returned = new WeakSet<Socket>();
    let hosts: ReadonlySet<string> = new Set();
    const isKnownHost = (host: string) => hosts.has(host) || hosts.has(hostName(host));
    process.on('message', (received: unknown, socket: unknown) => {
      const message = ToPublication.parse(received);
      if (message.kind === 'hosts') hosts = new Set(message.hosts);
      if (message.kind === 'stop' && message.isForRoom) setTimeout(responses.cutWaiting, waitingMs).unref();
      if (message.kind !== 'connection') return;
      send({ kind: 'taken' });
      // Undefined where the client has left in the meantime.
      if (!(socket instanceof Socket)) return;
      if (message.remoteAddress !== undefined) returned.add(socket);
      take(socket, message.bytes, message.remoteAddress);
    });
    let isReported = true;
    setInterval(() => {
      const use = responses.take();
      const isIdle = !use.isUsed && use.waiting === 0;
      if (!isIdle || !isReported) send({ kind: 'use', ...use });
      isReported = isIdle;
    }, reportMs).unref();
    return {
      open,
      isKnownHost,
      forwards(message, response) {
        const { host } = message.headers;
        if (host === undefined || isKnownHost(host) || returned.has(message.socket)) return false;
        responses.markForwarded(response);
        // At once: a process that is in use is not closed to make room for the one that is asked.
        send({ kind: 'use', ...responses.take() });
        forward(message, response, backTo);
        return true;
      },
    };
  };
}
