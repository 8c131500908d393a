import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it('reads JSON, and says of what is none where it ends', () => {
  expect(parseJson(' {"a":[1]} ')).toEqual({ a: [1] });
  expect(() => parseJson('{"a":1')).toThrow(/^The body is not valid JSON\. .*position 6/);
});

it('does not parse what is deeper, or has more values, than any request', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseJson(nested(128))).toBeDefined();
  expect(() => parseJson(nested(129))).toThrow('The body is nested too deeply.');
  expect(() => parseJson('{"a":'.repeat(100_000))).toThrow('The body is nested too deeply.');
  const listOf = (values: number) => `[${Array(values).fill('1').join()}]`;
  expect(parseJson(listOf(2_000))).toHaveLength(2_000);
  expect(() => parseJson(listOf(2_001))).toThrow('The body has more than 2000 values.');
  expect(() => parseJson('[{}'.repeat(1_001))).toThrow('The request is not valid.');
});

it('counts no bracket or comma of a text in JSON', () => {
  const text = `\\"${'[{,'.repeat(3_000)}\\\\`;
  expect(parseJson(JSON.stringify({ [text]: text, last: [text] }))).toEqual({ [text]: text, last: [text] });
  expect(() => parseJson(`{"a":"${text}`)).toThrow('The body is not valid JSON.');
});
