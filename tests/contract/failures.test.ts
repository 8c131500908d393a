import { expect, it } from 'vitest';
import { SubscribeResponse } from '../../src/contract/schemas-access.ts';
import { ErrorBody } from '../../src/contract/schemas-errors.ts';
import { createDenyList } from '../../src/core/access/deny-list.ts';
import { StoreUnavailable } from '../../src/store/store.ts';
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

it('a revocation that the store did not take is 503, and its repeat is recorded before it is 200', async () => {
  const { app, services } = await createTestApp(makeLibrary(testBase));
  const post = (path: string, body: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return app.fetch(new Request(testBase + path, { method: 'POST', ...(body && { headers, body }) }));
  };
  const { api_key: key } = SubscribeResponse.parse(await (await post('/api/v1/agent/subscribe', '')).json());
  const { update } = services.store;
  const revoke = () => post('/agent/auth/revoke', `token=${key}`);
  Object.assign(services.store, { update: () => Promise.reject(new StoreUnavailable('away')) });
  expect([(await revoke()).status, (await revoke()).status]).toEqual([503, 503]);
  Object.assign(services.store, { update });
  expect((await revoke()).status).toBe(200);
  const afterRestart = createDenyList(services.store);
  await afterRestart.refresh();
  expect(afterRestart.isRevoked(services.keyring.read(key)?.id ?? '')).toBe(true);
});
