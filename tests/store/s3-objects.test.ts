import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openReleaseStore } from '../../src/release-store/release-store.ts';
import { openS3Objects } from '../../src/release-store/s3-objects.ts';
import { freePort } from '../support/free-port.ts';
import { isCephInstalled, type S3Server, startCeph } from './ceph-gateway.ts';
import { describeObjects } from './object-contract.ts';
import { describeReleaseStore } from './release-store-contract.ts';
import { isSwiftInstalled, startSwift } from './swift-server.ts';

/** The client reads its key from the environment of this process. */
function useServer({ env }: Pick<S3Server, 'env'>): void {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
}
afterAll(() => vi.unstubAllEnvs());

const problemOf = async (url: string, env: Record<string, string>) =>
  (await openReleaseStore(url, env)).probe().then(
    () => 'none',
    (cause: unknown) => String(cause),
  );

describe.skipIf(!isCephInstalled)('with Ceph', () => {
  let ceph: S3Server;
  beforeAll(async () => {
    ceph = await startCeph();
    useServer(ceph);
    await ceph.createBucket('one');
  }, 300_000);
  afterAll(() => ceph?.stop());

  describeObjects('objects in a bucket', async () => openS3Objects('s3://one/objects', process.env));
  describeReleaseStore('releases in a bucket', async (name) => `s3://one/${name}`, { AWS_ENDPOINT_URL: 'http://ceph' });

  it('lists more objects than one response names', async () => {
    const objects = openS3Objects('s3://one/many', process.env);
    const names = Array.from({ length: 1_100 }, (_, index) => `list/${String(index).padStart(5, '0')}`);
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => objects.create(name, 'x')));
    const found = [];
    for await (const { name } of objects.list('list/')) found.push(name);
    expect(found).toEqual(names);
  });

  it.each([
    [
      'a bucket that does not exist',
      's3://nowhere',
      {},
      'The bucket of RELEASE_STORE=s3://nowhere does not exist: create it.',
    ],
    [
      'an unknown key',
      's3://one/p',
      { AWS_ACCESS_KEY_ID: 'other' },
      'RELEASE_STORE=s3://one/p refuses access (InvalidAccessKeyId): check',
    ],
    [
      'a wrong secret',
      's3://one/p',
      { AWS_SECRET_ACCESS_KEY: 'other' },
      'refuses access (SignatureDoesNotMatch): check',
    ],
  ])('says what is wrong with %s', async (_, url, env: Record<string, string>, sentence) => {
    useServer({ env });
    expect(await problemOf(url, ceph.env)).toContain(sentence);
    useServer(ceph);
  });

  it('says that no server responds', async () => {
    useServer({ env: { AWS_ENDPOINT_URL: `http://127.0.0.1:${await freePort()}` } });
    expect(await problemOf('s3://one/p', ceph.env)).toContain(
      'RELEASE_STORE=s3://one/p does not respond (ECONNREFUSED).',
    );
    useServer(ceph);
  });
});

describe.skipIf(!isSwiftInstalled)('with OpenStack Swift, which has no conditional writes', () => {
  let swift: S3Server;
  beforeAll(async () => {
    swift = await startSwift();
    useServer(swift);
    await swift.createBucket('one');
  }, 300_000);
  afterAll(() => swift?.stop());

  it('refuses the store before anything is published, and says what to use instead', async () => {
    expect(await problemOf('s3://one/releases', swift.env)).toContain(
      'RELEASE_STORE=s3://one/releases cannot be used: its server returns 501 to a write with If-None-Match: *, without which two publishers could overwrite each other. Use a server that has conditional writes, such as Amazon S3 or Ceph, or RELEASE_STORE=file: on a shared file system.',
    );
  });
});
