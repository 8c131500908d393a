import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { PaymentTerms } from '../../library/publication-settings.ts';

/** EIP-3009 `TransferWithAuthorization`. Numbers are decimal strings below 2^256, the nonce is 0x and 32 bytes. */
export interface TransferAuthorization {
  from: string;
  to: string;
  value: string;
  /** Unix seconds. */
  validAfter: string;
  /** Unix seconds. */
  validBefore: string;
  nonce: string;
}

const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)';
const transferType =
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';

const hashText = (text: string) => keccak_256(utf8ToBytes(text));
const word = (hex: string) => hexToBytes(hex.padStart(64, '0'));
const uint256 = (value: string | number) => word(BigInt(value).toString(16));
const hexWord = (hex: string) => word(hex.slice(2));

/** EIP-712: the 32 bytes a wallet signs to authorise the transfer of the token in `terms`. */
export function hashTransfer(authorization: TransferAuthorization, terms: PaymentTerms): Uint8Array {
  const domain = keccak_256(
    concatBytes(
      hashText(domainType),
      hashText(terms.assetName),
      hashText(terms.assetVersion),
      uint256(terms.chainId),
      hexWord(terms.asset),
    ),
  );
  const { from, to, value, validAfter, validBefore, nonce } = authorization;
  const transfer = keccak_256(
    concatBytes(
      hashText(transferType),
      hexWord(from),
      hexWord(to),
      uint256(value),
      uint256(validAfter),
      uint256(validBefore),
      hexWord(nonce),
    ),
  );
  return keccak_256(concatBytes(new Uint8Array([0x19, 0x01]), domain, transfer));
}

/** EIP-191 version 0x45: the 32 bytes a wallet signs for a text. */
export function hashMessage(message: string): Uint8Array {
  const bytes = utf8ToBytes(message);
  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes));
}

/** Hex of keccak-256, with 0x. */
export function fingerprintText(text: string): string {
  return `0x${bytesToHex(hashText(text))}`;
}

/**
 * Computes the tables that every signature check uses: 90 ms, which otherwise all callers would wait for at the first
 * payment. Later calls take a fraction of a millisecond.
 */
export function prepareSignatureChecks(): void {
  secp256k1.Point.BASE.multiply(3n);
}

/** The last byte of a signature: 27 and 28 since Bitcoin, 0 and 1 from some wallets. */
const recoveryBits = new Map([
  ['1b', 0],
  ['1c', 1],
  ['00', 0],
  ['01', 1],
]);

/**
 * Returns the lower-case 0x address whose key signed `digest`, or undefined if it is not a 65-byte signature. Contract
 * wallets (EIP-1271, EIP-6492) sign with other lengths and need a chain to verify, which this service never contacts.
 */
export function recoverSigner(digest: Uint8Array, signature: string): string | undefined {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) return undefined;
  const recovery = recoveryBits.get(signature.slice(130).toLowerCase());
  if (recovery === undefined) return undefined;
  try {
    const parsed = secp256k1.Signature.fromBytes(hexToBytes(signature.slice(2, 130)), 'compact');
    // EIP-2: of the two signatures that recover to one key only the low-s one counts.
    if (parsed.hasHighS()) return undefined;
    const key = parsed.addRecoveryBit(recovery).recoverPublicKey(digest).toBytes(false);
    return `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(12))}`;
  } catch {
    // The curve library throws for numbers out of range and points off the curve: such a signature has no signer.
    return undefined;
  }
}
