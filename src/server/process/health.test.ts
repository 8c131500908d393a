import { expect, it } from 'vitest';
import { createHealth } from './health.ts';

const ask = async (path: string, about: { records?: boolean; isDraining?: boolean; isDamaged?: boolean } = {}) => {
  const { records = true, isDraining = false, isDamaged = false } = about;
  const baseUrl = 'https://quire.test';
  const health = createHealth({ canRecord: async () => records, isDamaged: () => isDamaged, baseUrl });
  const { status, content } = await health.check(path, isDraining);
  const bytes = content && 'identity' in content ? content.identity.bytes : undefined;
  return [status, JSON.parse(new TextDecoder().decode(bytes))];
};

it('says at /healthz that the process lives, whatever else is wrong', async () => {
  expect(await ask('/healthz', { records: false, isDraining: true })).toEqual([200, { status: 'ok' }]);
});

it('says at /readyz that readers may come, and beside it whether the store records', async () => {
  expect(await ask('/readyz')).toEqual([200, { status: 'ok', recording: true }]);
  expect(await ask('/readyz', { records: false })).toEqual([200, { status: 'ok', recording: false }]);
});

it('says 503 at /readyz while it drains', async () => {
  expect(await ask('/readyz', { isDraining: true })).toEqual([503, { status: 'draining', recording: true }]);
});

it('says 503 at /readyz while a file of the release is damaged, and that the process lives', async () => {
  expect(await ask('/readyz', { isDamaged: true })).toEqual([503, { status: 'damaged', recording: true }]);
  expect(await ask('/healthz', { isDamaged: true })).toEqual([200, { status: 'ok' }]);
});

it('says 503 at /readyz/recording when a probe write fails', async () => {
  expect(await ask('/readyz/recording')).toEqual([200, { status: 'ok', recording: true }]);
  expect(await ask('/readyz/recording', { records: false })).toEqual([
    503,
    { status: 'unavailable', recording: false },
  ]);
});
