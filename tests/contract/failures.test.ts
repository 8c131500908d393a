import { expect, it } from 'vitest';
import { ErrorBody } from '../../src/contract/schemas.ts';
import { createTestApp } from '../support/app.ts';
import { makeLibrary } from '../support/library.ts';
import { testBase } from '../support/services.ts';

it('a failure of ours is 500 with the id of the request in its body, and no word of what went wrong', async () => {
  const { app, services } = await createTestApp(makeLibrary(testBase));
  Object.assign(services.search.open, {
    search: () => {
      throw new Error('secret detail');
    },
  });
  const response = await app.fetch(new Request(`${testBase}/ask?query=anything`), { requestId: 'request-7' });
  expect([response.status, response.headers.get('x-request-id')]).toEqual([500, 'request-7']);
  const text = await response.text();
  expect(ErrorBody.parse(JSON.parse(text)).error).toMatchObject({ code: 'internal_error', request_id: 'request-7' });
  expect(text).not.toContain('secret');
});
