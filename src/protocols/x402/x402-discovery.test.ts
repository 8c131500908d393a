import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../tests/support/services.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createRequirementV1 } from './required.ts';
import { createPaymentInfo, createX402Document } from './x402-discovery.ts';

const services = createTestServices({ store: createMemoryStore(() => 0) });

describe('/.well-known/x402', () => {
  it('lists the released paid articles, and nothing else', () => {
    expect(createX402Document(services)).toMatchObject({
      version: 1,
      resources: ['https://quire.test/api/v1/articles/paid-study', 'https://quire.test/api/v1/articles/paid-survey'],
    });
  });
});

describe('what is paid for', () => {
  it('is named as it is written, also by a title that is a question', () => {
    const article = services.catalogue.list().find(({ tier }) => tier === 'paid');
    const request = article && createRequirementV1(services, { ...article, title: 'Does it hold?', words: 90 }, 'live');
    expect(request?.description).toBe('Does it hold? (90 words). Sandbox: base-sepolia, nothing is charged.');
  });
});

describe('x-payment-info', () => {
  it('says one price in both dialects', () => {
    expect(createPaymentInfo(services)).toMatchObject({
      price: { mode: 'fixed', currency: 'USD', amount: '0.05' },
      protocols: [{ x402: { network: 'eip155:84532', scheme: 'exact' } }],
      intent: 'charge',
      method: 'evm',
      amount: '50000',
      currency: services.publication.payment.asset,
    });
  });

  it('is absent when single articles are not for sale', () => {
    const library = { ...services.library, tiers: services.library.tiers.filter(({ tier }) => tier !== 'paid') };
    expect(createPaymentInfo({ ...services, library })).toBeUndefined();
  });
});
