import type { DestinationStream } from 'pino';
import type { SelectedResponse } from '../../serve/negotiate.ts';
import type { Metrics } from './metrics.ts';

export interface RequestLine extends Pick<SelectedResponse, 'operation' | 'callerId' | 'isSandbox'> {
  requestId: string;
  method: string;
  status: number;
  ms: number;
  /** The path without its query string. */
  path?: string;
  clientAddress?: string;
}

const maxPathLength = 500;
/** Hexadecimal digits as long as those of a key or a token, which a client may have put into a path. */
const secretPattern = /[\da-f]{32,}/gi;

const levels = ['trace', 'debug', 'info'];
const endings = { live: ',"isSandbox":false,"msg":"request"}\n', sandbox: ',"isSandbox":true,"msg":"request"}\n' };

/**
 * Writes the one line of each request, in the format of the other log lines. It does not use the logger, which takes
 * fifty times as long: the fields are few and fixed, and only the caller's ID can contain characters that JSON must
 * escape. The text that consecutive lines share is built once, because each piece of a line has to be copied.
 * @param about.output receives complete lines
 * @param about.metrics counts each request, whatever the level of the log
 */
export function createRequestLog(about: {
  level: string;
  output: Pick<DestinationStream, 'write'>;
  metrics?: Pick<Metrics, 'observe'> | undefined;
  now: () => number;
  /** Optional fields of a line; off by default. */
  paths?: boolean;
  addresses?: boolean;
  /** Host name of the publication, where one installation serves several. */
  publication?: string | undefined;
}): (line: RequestLine) => void {
  const { level, output, metrics, now, paths = false, addresses = false, publication } = about;
  const isWritten = levels.includes(level);
  const site = publication === undefined ? '' : `,"publication":${JSON.stringify(publication)}`;
  const opening = { at: Number.NaN, text: '' };
  const middle = { operation: '', method: '', status: 0, text: '' };

  function openingAt(at: number): string {
    if (at === opening.at) return opening.text;
    const text = `{"level":30,"time":"${new Date(at).toISOString()}"${site},"requestId":"`;
    Object.assign(opening, { at, text });
    return text;
  }

  function middleOf({ operation, method, status }: RequestLine): string {
    if (operation === middle.operation && method === middle.method && status === middle.status) return middle.text;
    const text = JSON.stringify({ operation, method, status, ms: 0 }).slice(1, -2);
    Object.assign(middle, { operation, method, status, text });
    return text;
  }

  function whereOf({ path, clientAddress }: RequestLine): string {
    const shown =
      paths && path !== undefined ? path.replaceAll(secretPattern, '[redacted]').slice(0, maxPathLength) : '';
    const written = shown === '' ? '' : `,"path":${JSON.stringify(shown)}`;
    return addresses && clientAddress !== undefined
      ? `${written},"clientAddress":${JSON.stringify(clientAddress)}`
      : written;
  }

  return (line) => {
    const { requestId, ms, callerId, isSandbox } = line;
    metrics?.observe(line, ms / 1000);
    if (!isWritten) return;
    const where = paths || addresses ? whereOf(line) : '';
    const caller = callerId === undefined ? '' : `,"callerId":${JSON.stringify(callerId)}`;
    const tenths = Math.round(ms * 10) / 10;
    const ending = isSandbox ? endings.sandbox : endings.live;
    output.write(`${openingAt(now())}${requestId}",${middleOf(line)}${tenths}${caller}${where}${ending}`);
  };
}
