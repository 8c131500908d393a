import { base64url } from 'jose';
import { deriveSealingKey } from './derived-keys.ts';

const ivBytes = 12;
const purpose = 'quire signing keys at rest, version 1';
const utf8 = (text: string) => new TextEncoder().encode(text);

/** Encryption at rest, bound to a label: what was sealed under one key id does not open under another. */
export interface KeyCipher {
  /** @returns base64url of the nonce and the AES-256-GCM ciphertext */
  close(plain: string, label: string): Promise<string>;
  /** Undefined when no known secret opens it: it was changed, or the record was. */
  open(sealed: string, label: string): Promise<string | undefined>;
}

/** @param about.secrets the deployment secret, then the one before it, which still opens */
export async function createKeyCipher(about: {
  secrets: readonly [string, ...string[]];
  randomBytes(length: number): Uint8Array;
}): Promise<KeyCipher> {
  const { secrets, randomBytes } = about;
  const [current, ...previous] = secrets;
  const sealingKey = await deriveSealingKey(current, purpose);
  const openingKeys = [sealingKey, ...(await Promise.all(previous.map((secret) => deriveSealingKey(secret, purpose))))];
  const cipher = (iv: Uint8Array<ArrayBuffer>, label: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: utf8(label),
  });

  return {
    async close(plain, label) {
      const iv = Uint8Array.from(randomBytes(ivBytes));
      const hidden = new Uint8Array(await crypto.subtle.encrypt(cipher(iv, label), sealingKey, utf8(plain)));
      return base64url.encode(Uint8Array.from([...iv, ...hidden]));
    },
    async open(sealed, label) {
      const bytes = Uint8Array.from(base64url.decode(sealed));
      const iv = bytes.slice(0, ivBytes);
      const hidden = bytes.slice(ivBytes);
      const attempts = await Promise.allSettled(
        openingKeys.map((key) => crypto.subtle.decrypt(cipher(iv, label), key, hidden)),
      );
      const opened = attempts.find((attempt) => attempt.status === 'fulfilled');
      return opened && new TextDecoder().decode(opened.value);
    },
  };
}
