import { x402Client } from '@x402/core/client';
import { registerExactEvmScheme } from '@x402/evm/exact/client';
import { describe, expect, it } from 'vitest';
import { McpResponse } from '../../src/contract/schemas-mcp.ts';
import { openDoor, post } from './mcp-harness.ts';
import { createWallet, signPayment } from './x402-wallet.ts';

async function read(door: ReturnType<typeof openDoor>, payment?: unknown) {
  const meta = payment === undefined ? {} : { _meta: { 'x402/payment': payment } };
  const params = { name: 'get_article', arguments: { slug: 'paid-study' }, ...meta };
  const response = await door('/mcp', post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  return McpResponse.parse(await response.json());
}

describe('x402 in _meta of tools/call', () => {
  it("opens the article to what the reference client makes of the error's data, once", async () => {
    const door = openDoor();
    const client = registerExactEvmScheme(new x402Client(), { signer: createWallet() });
    const { error } = await read(door);
    const payment = await client.createPaymentPayload(JSON.parse(JSON.stringify(error?.data)));
    const paid = await read(door, payment);
    expect(paid.result).toMatchObject({
      structuredContent: { slug: 'paid-study', access_level: 'purchase', markdown: expect.stringContaining('walrus') },
      _meta: { 'x402/payment-response': { success: true } },
    });
    const replayed = await read(door, payment);
    expect(replayed.error).toMatchObject({
      code: 402,
      data: { error: { code: 'payment_invalid' }, 'x402/payment-response': { success: false } },
    });
    expect(JSON.stringify(replayed)).not.toContain('walrus');
  });

  it('takes a version 1 payment too', async () => {
    const { result } = await read(openDoor(), await signPayment(createWallet(), 1));
    expect(result?.structuredContent).toMatchObject({ access_level: 'purchase' });
  });

  it('refuses a payment of too little with the reason, and one that is none as bad params', async () => {
    const short = await read(openDoor(), await signPayment(createWallet(), 2, { value: '1' }));
    expect(short.error?.code).toBe(402);
    expect(JSON.stringify(short.error?.data)).toContain('value');
    expect((await read(openDoor(), 'no payment')).error?.code).toBe(-32602);
  });
});
