import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isNginxInstalled, startFront } from '../faults/nginx.ts';
import { baseUrl } from '../support/client.ts';
import { isHaproxyInstalled, startHaproxy } from '../support/haproxy.ts';
import { openSocket } from '../support/raw-socket.ts';
import { framingCases } from './framing-cases.ts';

interface Read {
  status: number;
  requestId: string;
  body: string;
}

const servicePort = Number(new URL(baseUrl).port);

/** Sends bytes over one connection and reads until it ends, or nothing came for a while. */
async function exchange(port: number, bytes: string): Promise<string> {
  const socket = await openSocket(port);
  let received = '';
  let quietSince = Date.now();
  let isEnded = false;
  socket.on('data', (part) => {
    received += part.toString('latin1');
    quietSince = Date.now();
  });
  for (const event of ['end', 'error', 'close']) socket.on(event, () => (isEnded = true));
  socket.write(bytes, 'latin1');
  while (!isEnded && Date.now() - quietSince < 1_500) await sleep(10);
  socket.destroy();
  return received;
}

/** Every answer on a connection, to its last byte. @throws Error for bytes that belong to none */
function readAnswers(received: string): Read[] {
  const answers: Read[] = [];
  let rest = received;
  while (rest !== '') {
    const at = rest.indexOf('\r\n\r\n');
    const head = rest.slice(0, at);
    const status = Number(/^HTTP\/1\.[01] (\d{3}) /.exec(head)?.[1]);
    if (at < 0 || Number.isNaN(status)) throw new Error(`This is no answer: ${rest.slice(0, 200)}`);
    const field = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim();
    const { body, after } = cutBody(
      rest.slice(at + 4),
      field('transfer-encoding'),
      Number(field('content-length') ?? 0),
    );
    if (status !== 100) answers.push({ status, requestId: field('x-request-id') ?? '', body });
    rest = after;
  }
  return answers;
}

function cutBody(text: string, coding: string | undefined, length: number): { body: string; after: string } {
  if (coding !== 'chunked') {
    if (text.length < length) throw new Error('An answer is cut short.');
    return { body: text.slice(0, length), after: text.slice(length) };
  }
  let body = '';
  let rest = text;
  for (;;) {
    const size = Number.parseInt(/^([0-9a-f]+)\r\n/i.exec(rest)?.[1] ?? 'x', 16);
    if (Number.isNaN(size)) throw new Error('An answer is cut short.');
    const from = rest.indexOf('\r\n') + 2;
    body += rest.slice(from, from + size);
    rest = rest.slice(from + size + 2);
    if (size === 0) return { body, after: rest };
  }
}

/** Anybody else at the same time: nothing of another's request or answer reaches them. */
async function askInnocently(port: number, name: string) {
  const requestId = `innocent-${name}`;
  const fields = ['Host: localhost', `X-Request-Id: ${requestId}`, 'Connection: close', '', ''];
  const answers = readAnswers(await exchange(port, ['GET /api/v1/pricing HTTP/1.1', ...fields].join('\r\n')));
  expect(answers.map((answer) => [answer.status, answer.requestId])).toEqual([[200, requestId]]);
}

const fronts = [
  { name: 'the service itself', isThere: true, start: async () => ({ address: baseUrl, stop: async () => {} }) },
  { name: 'nginx', isThere: isNginxInstalled, start: () => startFront([servicePort]) },
  { name: 'HAProxy', isThere: isHaproxyInstalled, start: () => startHaproxy(servicePort) },
];

describe.each(fronts)('over a connection to $name', ({ name: front, isThere, start }) => {
  let port: number;
  let stop: () => Promise<void> = async () => {};

  beforeAll(async () => {
    if (!isThere) return;
    const started = await start();
    port = Number(new URL(started.address).port);
    stop = started.stop;
  });
  afterAll(() => stop());

  it.skipIf(!isThere).concurrent.each(framingCases)(
    '$name: every answer belongs to a request that was sent',
    async (about) => {
      const answers = readAnswers(await exchange(port, about.bytes));
      const known = about.smuggled === 'inside' ? ['first', 'last'] : ['first', 'smuggled', 'last'];
      const own = answers.map(({ requestId }) => requestId).filter((id) => known.includes(id) || id === 'smuggled');
      expect(own).toEqual(known.filter((id) => own.includes(id)));
      expect(answers.length).toBeGreaterThan(0);
      if (front === 'the service itself') expect(answers.map(({ status }) => status)).toEqual(about.direct);
      for (const { status } of answers) expect(status).toBeLessThan(502);
      await askInnocently(port, about.name.replaceAll(/[^a-z]/g, '-').slice(0, 40));
    },
  );
});
