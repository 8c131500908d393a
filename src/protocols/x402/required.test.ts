import { expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { createTestServices } from '../../../tests/support/services.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { encodeHeader } from './header.ts';
import { createPaymentRequired } from './required.ts';

const services = createTestServices({ store: createMemoryStore(() => 0) });
const signIn = {
  domain: 'quire.test',
  uri: services.urls.apiArticle('a-study', 'sandbox'),
  version: '1',
  statement: 'Read again an article that this wallet has already paid for.',
  nonce: '0'.repeat(32),
  issuedAt: '2026-11-20T00:00:00.000Z',
  expirationTime: '2026-11-20T00:05:00.000Z',
} as const;

it.each(['A study of payment challenges', 'Word '.repeat(40), '研究'.repeat(100), '"\\'.repeat(100)])(
  'leaves room for the other headers of a 402 whatever the title: %j',
  (title) => {
    const article = { ...makeArticle({ slug: 'a-study', tier: 'paid', title }), tags: Array(9).fill('x'.repeat(32)) };
    const required = createPaymentRequired(services, article, {
      mirror: 'sandbox',
      error: 'This article is paid. Subscribe for a demo key, or pay this article over x402.',
      signIn,
      isRetry: false,
    });
    expect(encodeHeader(required).length).toBeLessThanOrEqual(2_200);
    const shown = required.resource.description.split(/\.\.\. \(| \(/)[0] ?? '';
    expect(shown.length).toBeGreaterThan(10);
    expect(title.startsWith(shown)).toBe(true);
  },
);
