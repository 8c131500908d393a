import { describe, expect, it } from 'vitest';
import { joinPieces, wrapObject } from './json.ts';

describe('JSON in pieces', () => {
  it('is joined in UTF-8, whatever the length of text and bytes', () => {
    const long = '“Ω𝄞”'.repeat(40_000);
    const pieces = ['{"a":"', Buffer.from('é'), long, '"}'];
    expect(joinPieces(pieces).toString()).toBe(`{"a":"é${long}"}`);
  });

  it('stays what it was when the next is joined', () => {
    const first = joinPieces(['{"a":1}']);
    joinPieces(['{"b":2}']);
    expect(first.toString()).toBe('{"a":1}');
  });
});

it('puts new members before those of an object that lies ready', () => {
  const wrap = (object: string) =>
    Buffer.from(wrapObject({ before: '', members: '"id":1', object: Buffer.from(object), after: '' })).toString();
  expect([wrap('{"a":2}'), wrap('{}')]).toEqual(['{"id":1,"a":2}', '{"id":1}']);
});
