import { expect, it } from 'vitest';
import { createUrls } from '../../core/urls.ts';
import { deprecationHeaders } from './deprecation.ts';

const urls = createUrls('https://quire.test');
const deprecation = {
  operationId: 'getPricing',
  deprecated: '2026-01-01',
  sunset: '2026-04-01',
  replacement: 'getPrices',
};

it('announces a deprecation by Deprecation, Sunset and their links', () => {
  expect(deprecationHeaders([deprecation], urls).get('getPricing')).toEqual([
    ['deprecation', '@1767225600'],
    ['sunset', 'Wed, 01 Apr 2026 00:00:00 GMT'],
    [
      'link',
      '<https://quire.test/developers.md#changelog>; rel="deprecation", <https://quire.test/developers.md#changelog>; rel="sunset"',
    ],
  ]);
});

it('refuses an overlap of under 90 days', () => {
  expect(() => deprecationHeaders([{ ...deprecation, sunset: '2026-03-31' }], urls)).toThrow('under 90 days');
});
