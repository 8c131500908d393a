import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { createTestKeyring } from '../../../tests/support/keyring.ts';
import { dayMs } from '../../library/durations.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { Store } from '../../store/store.ts';
import { findReviewCopy, revokeReview, shareForReview } from './review-links.ts';

let now: number;
let store: Store;
const keyring = createTestKeyring();
const copy = { slug: 'a-draft', title: 'A draft', description: 'Words.', html: '<p>First.</p>' };

beforeEach(() => {
  now = Date.UTC(2026, 10, 20);
  store = createMemoryStore(() => now);
});

const needs = () => ({ store, keyring, now: () => now, randomBytes });
const find = (token: string) => findReviewCopy(needs(), token);

test('a link shows the copy until its last day has passed', async () => {
  const { token, expiresAt } = await shareForReview(needs(), { copy, days: 2 });
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(expiresAt).toBe(now + 2 * dayMs);
  now = expiresAt - 1;
  expect(await find(token)).toMatchObject(copy);
  now = expiresAt;
  expect(await find(token)).toBeUndefined();
});

test('a token with a changed digit, or with a proof of something else, opens nothing', async () => {
  const { token } = await shareForReview(needs(), { copy, days: 1 });
  for (const at of [0, 31, 32, 63]) {
    const digit = token[at] === '0' ? '1' : '0';
    expect(await find(token.slice(0, at) + digit + token.slice(at + 1))).toBeUndefined();
  }
  expect(await find(token.slice(0, 32) + keyring.sign(`file\n${token.slice(0, 32)}`))).toBeUndefined();
});

test('sharing again keeps the link and replaces the copy', async () => {
  const first = await shareForReview(needs(), { copy, days: 1 });
  now += dayMs / 2;
  const second = await shareForReview(needs(), { copy: { ...copy, html: '<p>Second.</p>' }, days: 1 });
  expect(second.token).toBe(first.token);
  expect(await find(first.token)).toMatchObject({ html: '<p>Second.</p>', expiresAt: now + dayMs });
});

test('a revoked link opens nothing, and sharing again makes another', async () => {
  const { token } = await shareForReview(needs(), { copy, days: 1 });
  expect(await revokeReview(needs(), 'a-draft')).toBe(true);
  expect(await find(token)).toBeUndefined();
  expect(await revokeReview(needs(), 'a-draft')).toBe(false);
  expect((await shareForReview(needs(), { copy, days: 1 })).token).not.toBe(token);
  expect(await find(token)).toBeUndefined();
});
