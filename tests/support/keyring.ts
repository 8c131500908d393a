import { createKeyring, createSigner, type Keyring } from '../../src/core/access/keys.ts';

/** A keyring as the server makes it, with a known secret and nothing revoked unless said otherwise. */
export function createTestKeyring(options: Partial<Parameters<typeof createKeyring>[0]> = {}): Keyring {
  return createKeyring({
    prefix: 'quire',
    environment: 'http://localhost:4321',
    secrets: { current: createSigner('a secret for tests of at least 32 letters') },
    isRevoked: () => false,
    ...options,
  });
}
