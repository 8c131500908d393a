import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it('reads JSON, and says of what is none where it ends', () => {
  expect(parseJson(' {"a":[1]} ')).toEqual({ a: [1] });
  expect(() => parseJson('{"a":1')).toThrow(/^The body is not valid JSON\. .*position 6/);
});
