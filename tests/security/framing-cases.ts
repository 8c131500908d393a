/** One connection's bytes in which two readers could see different requests (RFC 9112 sections 6 and 11.2). */
export interface FramingCase {
  name: string;
  bytes: string;
  /** What the service itself answers, in order. */
  direct: readonly number[];
  /**
   * Where the request named `smuggled` stands: `inside` a body by the only reading there is, so it is never answered,
   * or `between`, where one reading ends the first request before it.
   */
  smuggled: 'inside' | 'between';
}

const host = 'Host: localhost';
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;
const end = '\r\n';
const smuggled = lines('GET /api/v1/nothing HTTP/1.1', host, 'X-Request-Id: smuggled') + end;
const last = lines('GET /api/v1/pricing HTTP/1.1', host, 'X-Request-Id: last', 'Connection: close') + end;
const question = '{"query":"payment"}';

function post(fields: string[], body: string, version = '1.1'): string {
  const head = lines(
    `POST /ask HTTP/${version}`,
    host,
    'X-Request-Id: first',
    'Content-Type: application/json',
    ...fields,
  );
  return head + end + body;
}

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunked = 'Transfer-Encoding: chunked';
const length = (count: number | string) => `Content-Length: ${count}`;

const both = chunk(question) + lines('0') + end;

function refused(name: string, bytes: string, where: FramingCase['smuggled'] = 'between'): FramingCase {
  return { name, bytes: bytes + smuggled + last, direct: [400], smuggled: where };
}

export const framingCases: readonly FramingCase[] = [
  refused('a length and chunks', post([length(both.length), chunked], both)),
  refused('chunks and a length that ends early', post([chunked, length(4)], both)),
  refused(
    'a length that hides the next request behind chunks',
    post([length(both.length + smuggled.length), chunked], both),
  ),
  refused('two lengths', post([length(question.length), length(question.length + smuggled.length)], question)),
  refused('two equal lengths', post([length(question.length), length(question.length)], question)),
  refused('a list of lengths', post([length(`${question.length}, ${question.length}`)], question)),
  refused('a length with a sign', post([length(`+${question.length}`)], question)),
  refused('a length below zero', post([length(-1)], question)),
  refused('a length in hexadecimal', post([length('0x13')], question)),
  refused('a length with a space in it', post([length('1 9')], question)),
  refused('a coding that is not known', post(['Transfer-Encoding: xchunked'], both)),
  refused('chunks that are not the last coding', post(['Transfer-Encoding: chunked, identity'], both)),
  refused('a space before the colon of the coding', post(['Transfer-Encoding : chunked', length(both.length)], both)),
  refused(
    'a control character before the coding',
    post(['Transfer-Encoding: \u000bchunked', length(both.length)], both),
  ),
  refused('a folded coding', post([`Transfer-Encoding:${end} chunked`, length(both.length)], both)),
  refused('a coding behind a bare line feed', post([`X: y\nTransfer-Encoding: chunked`, length(both.length)], both)),
  refused('a chunk that is too large to count', post([chunked], `fffffffffffffffff${end}${question}${end}`)),
  refused('a chunk below zero', post([chunked], `-13${end}${question}${end}0${end}${end}`)),
  refused('a chunk longer than it says', post([chunked], `5${end}${question}${end}0${end}${end}`)),
  refused('a line feed in the extension of a chunk', post([chunked], `13;a\nb${end}${question}${end}0${end}${end}`)),
  refused('a zero byte in a field', post([length(question.length), 'X: a\u0000b'], question)),
  {
    name: 'a request inside the body of a GET',
    bytes:
      lines('GET /api/v1/pricing HTTP/1.1', host, 'X-Request-Id: first', length(smuggled.length)) +
      end +
      smuggled +
      last,
    direct: [200, 200],
    smuggled: 'inside',
  },
  {
    name: 'a request inside a chunk, and a length among the trailers',
    bytes: `${post([chunked], `${chunk(smuggled)}0${end}${length(50)}${end}${end}`)}${last}`,
    direct: [400],
    smuggled: 'inside',
  },
];
