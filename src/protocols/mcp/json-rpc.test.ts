import { describe, expect, it } from 'vitest';
import { readRpcBody } from './json-rpc.ts';

const code = (text: string) => {
  const body = readRpcBody(text);
  if (body.kind === 'unreadable') return body.failure.error.code;
  if (body.kind === 'batch') return 'batch';
  return body.message.kind === 'refused' ? body.message.failure.error.code : body.message.kind;
};

describe('readRpcBody', () => {
  it.each([
    ['', -32700],
    ['{', -32700],
    ['[]', -32600],
    ['null', -32600],
    ['7', -32600],
    ['{}', -32600],
    ['{"jsonrpc":"2.0"}', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":7}', -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1e400,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}', -32602],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', 'request'],
    ['{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 'request'],
    ['{"jsonrpc":"2.0","id":"","method":"ping"}', 'request'],
    ['{"jsonrpc":"2.0","method":"notifications/initialized"}', 'notice'],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 'notice'],
    ['{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}', 'notice'],
    ['[1]', 'batch'],
  ])('reads %s as %s', (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  it('repeats the id of a bad request where there is one to tell', () => {
    const body = readRpcBody('{"jsonrpc":"1.0","id":"a","method":"ping"}');
    expect(body).toMatchObject({ message: { failure: { id: 'a' } } });
  });

  it('bounds a batch', () => {
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect(code(`[${Array(20).fill(ping).join()}]`)).toBe('batch');
    expect(code(`[${Array(21).fill(ping).join()}]`)).toBe(-32600);
  });

  it('does not read nesting as deep as a body can be', () => {
    expect(code('['.repeat(130_000) + ']'.repeat(130_000))).toBe(-32700);
  });
});

it('says of a body that is no JSON where it ends to be some', () => {
  expect(readRpcBody('{"jsonrpc":"2.0",}')).toEqual({
    kind: 'unreadable',
    failure: {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32700, message: expect.stringMatching(/^The body is not valid JSON\. .*position 17/) },
    },
  });
});
