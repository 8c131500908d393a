import { hashTypedData, hashMessage as viemHashMessage } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { transferTypes } from '../../../tests/support/transfer-types.ts';
import { publication } from '../../library/current-publication.ts';
import { hashMessage, hashTransfer, recoverSigner } from './signature.ts';

const terms = publication.payment;
const wallet = privateKeyToAccount(generatePrivateKey());
const nonce = `0x${'7f'.repeat(32)}` as const;
const transfer = {
  from: wallet.address,
  to: '0x000000000000000000000000000000000000dEaD',
  value: '50000',
  validAfter: '0',
  validBefore: '1795132800',
  nonce,
} as const;
const typed = {
  domain: {
    name: 'USDC',
    version: '2',
    chainId: 84532,
    verifyingContract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  },
  types: transferTypes,
  primaryType: 'TransferWithAuthorization',
  message: { ...transfer, value: 50000n, validAfter: 0n, validBefore: 1795132800n },
} as const;

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const toHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;

describe('the offline signature check', () => {
  it('hashes a transfer as viem does', () => {
    expect(toHex(hashTransfer(transfer, terms))).toBe(hashTypedData(typed));
  });

  it('hashes a message as viem does, by bytes and not by characters', () => {
    for (const text of ['', 'plain', 'Zürich → 東京 🦉']) expect(toHex(hashMessage(text))).toBe(viemHashMessage(text));
  });

  it('finds the wallet that signed, whichever way the recovery bit is written', async () => {
    const signature = await wallet.signTypedData(typed);
    const digest = hashTransfer(transfer, terms);
    expect(recoverSigner(digest, signature)).toBe(wallet.address.toLowerCase());
    const bit = Number.parseInt(signature.slice(130), 16) - 27;
    expect(recoverSigner(digest, `${signature.slice(0, 130)}0${bit}`)).toBe(wallet.address.toLowerCase());
  });

  it('finds no signer for the high-s form of a signature', async () => {
    const signature = await wallet.signTypedData(typed);
    const s = (curveOrder - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0');
    const v = signature.endsWith('1b') ? '1c' : '1b';
    expect(recoverSigner(hashTransfer(transfer, terms), `${signature.slice(0, 66)}${s}${v}`)).toBeUndefined();
  });

  it.each([
    ['64 bytes', `0x${'11'.repeat(64)}`],
    ['an ERC-6492 wrapper', `0x${'11'.repeat(300)}${'6492'.repeat(16)}`],
    ['zeros', `0x${'00'.repeat(65)}`],
    ['numbers over the curve order', `0x${'ff'.repeat(64)}1b`],
    ['an unknown recovery bit', `0x${'11'.repeat(64)}1d`],
    ['no hex', 'sign here'],
  ])('finds no signer of %s', (_, signature) => {
    expect(recoverSigner(hashTransfer(transfer, terms), signature)).toBeUndefined();
  });
});
