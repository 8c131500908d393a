import { S3ServiceException } from '@aws-sdk/client-s3';
import { codeOf } from '../library/list-files.ts';
import { StoreFailure } from './object-store.ts';

const wrongRegion = new Set([
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]);

/** The status of an error response; undefined without a response. */
export function statusOf(cause: unknown): number | undefined {
  return cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
}

/** Says in one sentence what an error of the client means, and what to do about it. @param url RELEASE_STORE */
export function explainS3Error(cause: unknown, url: string): StoreFailure {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  const lasting = (sentence: string) => new StoreFailure(sentence, { cause });
  const status = statusOf(cause);
  if (name === 'CredentialsProviderError')
    return lasting(`RELEASE_STORE=${url} needs credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`);
  if (name === 'NoSuchBucket') return lasting(`The bucket of RELEASE_STORE=${url} does not exist: create it.`);
  if (wrongRegion.has(name) || status === 301)
    return lasting(`The bucket of RELEASE_STORE=${url} is in another region: set AWS_REGION to it (${message}).`);
  if (status === 401 || status === 403)
    return lasting(
      `RELEASE_STORE=${url} refuses access (${name}): check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and allow this key to list, read, write and delete there.`,
    );
  if (status === 501)
    return lasting(
      `RELEASE_STORE=${url} cannot be used: its server returns 501 to a write with If-None-Match: *, without which two publishers could overwrite each other. Use a server that has conditional writes, such as Amazon S3 or Ceph, or RELEASE_STORE=file: on a shared file system.`,
    );
  // Amazon returns 409 when two conditional writes meet; the next try then gets 412 or succeeds.
  if (status !== undefined && status < 500 && status !== 409 && status !== 429)
    return lasting(`RELEASE_STORE=${url} returns ${status} ${name}: ${message}.`);
  return new StoreFailure(`RELEASE_STORE=${url} does not respond (${status ?? codeOf(cause) ?? name}).`, {
    isTransient: true,
    cause,
  });
}
