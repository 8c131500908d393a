import { S3ServiceException } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { explainS3Error } from './s3-errors.ts';

/** An error of the client for a response that none of the servers of the tests gives. */
const fault = (name: string, httpStatusCode: number) =>
  new S3ServiceException({ name, message: 'as the server says', $fault: 'server', $metadata: { httpStatusCode } });

it.each([
  [fault('PermanentRedirect', 301), 'is in another region: set AWS_REGION to it (as the server says).', false],
  [fault('AuthorizationHeaderMalformed', 400), 'is in another region: set AWS_REGION', false],
  [fault('AccessDenied', 403), 'refuses access (AccessDenied): check AWS_ACCESS_KEY_ID', false],
  [fault('SlowDown', 503), 'does not respond (503).', true],
  [fault('ConditionalRequestConflict', 409), 'does not respond (409).', true],
  [fault('EntityTooLarge', 400), 'returns 400 EntityTooLarge: as the server says.', false],
  [
    Object.assign(new Error('x'), { name: 'CredentialsProviderError' }),
    'needs credentials: set AWS_ACCESS_KEY_ID',
    false,
  ],
])('explains %s', (cause, sentence, isTransient) => {
  const failure = explainS3Error(cause, 's3://journal/releases');
  expect(failure.message).toContain(sentence);
  expect(failure.message).toContain('RELEASE_STORE=s3://journal/releases');
  expect(failure.isTransient).toBe(isTransient);
});
