/** A wallet that signs EIP-712 data, such as an account of viem. */
export interface Signer {
  address: `0x${string}`;
  signTypedData(data: {
    domain: { name: string; version: string; chainId: number; verifyingContract: `0x${string}` };
    types: typeof transferTypes;
    primaryType: 'TransferWithAuthorization';
    message: {
      from: `0x${string}`;
      to: `0x${string}`;
      value: bigint;
      validAfter: bigint;
      validBefore: bigint;
      nonce: `0x${string}`;
    };
  }): Promise<string>;
}

/** How articles are paid: never more than `maxPrice` for one of them. */
export interface Wallet {
  signer: Signer;
  /** Of one article, in USD. */
  maxPrice: number;
}

/** One entry of `accepts` in an x402 version 2 challenge. */
interface Requirement {
  scheme: string;
  network: string;
  amount: string;
  asset: `0x${string}`;
  payTo: `0x${string}`;
  maxTimeoutSeconds: number;
  extra?: { name?: string; version?: string };
}

/** An EIP-3009 transfer, as EIP-712 has it. */
const transferTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** USDC has six decimals. */
const unitsPerDollar = 1_000_000;

/**
 * Signs a payment for a 402.
 * @param challenge the `PAYMENT-REQUIRED` header
 * @returns the value of `PAYMENT-SIGNATURE`; undefined when no offer is one that the wallet may pay
 */
export async function signPayment(challenge: string, { signer, maxPrice }: Wallet): Promise<string | undefined> {
  const { x402Version, accepts }: { x402Version?: number; accepts?: Requirement[] } = decodeBase64(challenge);
  const offer = accepts?.find(({ scheme, network, amount }) => {
    const isAffordable = /^\d+$/.test(amount) && Number(amount) <= Math.round(maxPrice * unitsPerDollar);
    return scheme === 'exact' && /^eip155:\d+$/.test(network) && isAffordable;
  });
  if (x402Version !== 2 || !offer) return undefined;
  const now = Math.floor(Date.now() / 1000);
  const authorization = {
    from: signer.address,
    to: offer.payTo,
    value: offer.amount,
    // The clock of the service may be behind.
    validAfter: String(now - 60),
    validBefore: String(now + offer.maxTimeoutSeconds),
    nonce: randomNonce(),
  };
  const signature = await signer.signTypedData({
    domain: {
      name: offer.extra?.name ?? 'USDC',
      version: offer.extra?.version ?? '2',
      chainId: Number(offer.network.slice('eip155:'.length)),
      verifyingContract: offer.asset,
    },
    types: transferTypes,
    primaryType: 'TransferWithAuthorization',
    message: {
      ...authorization,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
    },
  });
  return btoa(JSON.stringify({ x402Version: 2, accepted: offer, payload: { signature, authorization } }));
}

function randomNonce(): `0x${string}` {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function decodeBase64(text: string) {
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (character) => character.charCodeAt(0))));
}
