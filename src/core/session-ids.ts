import { bytesToHex } from '@noble/hashes/utils.js';
import type { Caller } from './access/caller.ts';
import type { Services } from './services.ts';

interface Holder {
  server: string;
  caller: Caller;
}

const idPattern = /^([0-9a-f]{32})([0-9a-f]{32})$/;

const signedText = (name: string, { server, caller }: Holder): `${string}\n${string}` =>
  `session\n${server}\n${name}\n${caller.kind === 'subscriber' ? caller.id : ''}`;

/**
 * Issues the ID of a new session. Nothing is stored: its second half proves that it was issued here, to this caller.
 */
export function issueSessionId(
  { keyring, randomBytes }: Pick<Services, 'keyring' | 'randomBytes'>,
  holder: Holder,
): string {
  const name = bytesToHex(randomBytes(16));
  return name + keyring.sign(signedText(name, holder));
}

/** Was this ID issued here, to this caller? */
export function isSessionId({ keyring }: Pick<Services, 'keyring'>, id: string, holder: Holder): boolean {
  const [, name, proof] = idPattern.exec(id) ?? [];
  return name !== undefined && proof !== undefined && keyring.isSigned(signedText(name, holder), proof);
}

/** Names what is stored of a session: without the proof, so that a reader of the store cannot use the session. */
export function nameSession(id: string): string {
  return id.slice(0, 32);
}
