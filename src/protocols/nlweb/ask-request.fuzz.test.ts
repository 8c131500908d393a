import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ServiceError } from '../../core/service-error.ts';
import { readAskBody } from './ask-request.ts';

const key = fc.constantFrom('query', 'site', 'prev', 'mode', 'streaming', 'num_results', 'prefer', 'meta', 'context');
const hostile = fc.oneof(
  fc.string(),
  fc.json(),
  fc.dictionary(key, fc.oneof(fc.string(), fc.jsonValue())).map((value) => JSON.stringify(value)),
);

it('refuses what it cannot read by a code of the catalogue, and reads the rest within bounds', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      try {
        const request = readAskBody(text, new URLSearchParams());
        expect(request.text.trim()).not.toBe('');
        expect(request.limit).toBeGreaterThanOrEqual(1);
        expect(request.limit).toBeLessThanOrEqual(50);
      } catch (thrown) {
        if (!(thrown instanceof ServiceError)) throw thrown;
        expect(['invalid_json', 'invalid_request', 'missing_query']).toContain(thrown.code);
      }
    }),
    { numRuns: 5_000 },
  );
});
