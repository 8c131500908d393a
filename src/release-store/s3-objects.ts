import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from './object-store.ts';
import { explainS3Error, statusOf } from './s3-errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const tries = 3;
const pauseMs = 200;

/**
 * Objects in a bucket of an S3 server. The client reads its credentials and `AWS_ENDPOINT_URL` from the environment.
 * @param url `s3://bucket/prefix`
 * @param env `AWS_REGION`, and whether a server other than Amazon's is named
 */
export function openS3Objects(url: string, env: Environment): ObjectStore {
  const { host: Bucket, pathname } = new URL(url);
  const root = pathname.replace(/^\/|\/$/g, '');
  const keyOf = (name: string) => (root === '' ? name : `${root}/${name}`);
  const client = openClient(env);

  /** Runs a call, again where it failed for a reason that may pass: the client repeats none that sends a file. */
  async function call<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run();
      } catch (cause) {
        const failure = explainS3Error(cause, url);
        if (!failure.isTransient || attempt === tries) throw failure;
        await new Promise((resolve) => setTimeout(resolve, pauseMs * attempt));
      }
    }
  }

  return {
    url,
    async *list(prefix, after) {
      const query = { Bucket, Prefix: keyOf(prefix), StartAfter: after === undefined ? undefined : keyOf(after) };
      let token: string | undefined;
      do {
        const ContinuationToken = token;
        const page = await call(() => client.send(new ListObjectsV2Command({ ...query, ContinuationToken })));
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? [])
          yield { name: Key.slice(keyOf('').length), bytes: Size, writtenAt: LastModified?.getTime() ?? 0 };
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    get: (name) =>
      call(async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(name) }));
          if (!(Body instanceof Readable)) throw new TypeError('The body of an object is not a stream.');
          return Body;
        } catch (cause) {
          if (cause instanceof Error && cause.name === 'NoSuchKey') return undefined;
          throw cause;
        }
      }),
    async putFile(name, { path, digest }) {
      const { size } = await stat(path);
      await call(async () => {
        // The client sends a stream of unknown length in chunks, which Ceph and Swift refuse.
        const Body = size === 0 ? Buffer.alloc(0) : createReadStream(path);
        const ChecksumSHA256 = Buffer.from(digest, 'hex').toString('base64');
        await client.send(
          new PutObjectCommand({ Bucket, Key: keyOf(name), Body, ContentLength: size, ChecksumSHA256 }),
        );
      });
    },
    create: (name, text) =>
      call(async () => {
        try {
          const Body = Buffer.from(text);
          await client.send(new PutObjectCommand({ Bucket, Key: keyOf(name), Body, IfNoneMatch: '*' }));
          return true;
        } catch (cause) {
          if (statusOf(cause) === 412) return false;
          throw cause;
        }
      }),
    async remove(name) {
      // One by one: Swift refuses lists of objects without an MD5 digest, which the client no longer sends.
      await call(() => client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(name) })));
    },
    close: () => client.destroy(),
  };
}

function openClient(env: Environment): S3Client {
  const isAmazon = (env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL ?? '') === '';
  return new S3Client({
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    // Other servers rarely have a host name for each bucket.
    forcePathStyle: !isAmazon,
    // Servers older than 2025 refuse the client's own checksums; each part is compared with its SHA-256 anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 1,
    // These limit silence: a large part may take longer.
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 10_000 },
  });
}
