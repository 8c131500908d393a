import { describe, expect, test } from 'vitest';
import { terms } from '../../../tests/support/grant-terms.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { createGrants } from './grants.ts';

const dayMs = 86_400_000;
function createWorld() {
  const clock = { at: Date.UTC(2026, 10, 20) };
  const now = () => clock.at;
  const store = createMemoryStore(now);
  return { clock, store, grants: createGrants({ store, now }), elsewhere: createGrants({ store, now }) };
}

describe('a grant', () => {
  test('gives its next refresh token to one of twenty who show the same, and ends', async () => {
    const { grants } = createWorld();
    await grants.open('g', terms);
    const rotations = await Promise.all(Array.from({ length: 20 }, () => grants.rotate('g', 1)));
    expect(rotations.filter(({ kind }) => kind === 'rotated')).toHaveLength(1);
    expect(rotations.filter(({ kind }) => kind === 'reused')).toHaveLength(1);
    expect(await grants.find('g')).toBeUndefined();
    expect(await grants.isRevoked('g')).toBe(true);
  });

  test('stays as it is when it is opened again', async () => {
    const { grants } = createWorld();
    await grants.open('g', terms);
    await grants.rotate('g', 1);
    expect(await grants.open('g', terms)).toBe(2);
    expect(await grants.find('g')).toMatchObject({ generation: 2 });
  });

  test('cannot be opened once it was revoked', async () => {
    const { grants } = createWorld();
    await grants.revoke('g');
    expect(await grants.open('g', terms)).toBeUndefined();
    expect(await grants.find('g')).toBeUndefined();
  });

  test('ends 30 days after its last use, and 90 days after consent whatever its use', async () => {
    const { grants, clock } = createWorld();
    await grants.open('idle', terms);
    await grants.open('busy', terms);
    let generation = 1;
    for (let month = 0; month < 3; month += 1) {
      clock.at += 29 * dayMs;
      const rotation = await grants.rotate('busy', generation);
      expect(rotation.kind).toBe('rotated');
      generation += 1;
    }
    expect(await grants.rotate('idle', 1)).toEqual({ kind: 'unknown' });
    clock.at += 4 * dayMs;
    expect(await grants.rotate('busy', generation)).toEqual({ kind: 'unknown' });
  });

  test('is over after 90 days by its own record, also where the store keeps it longer', async () => {
    const clock = { at: Date.UTC(2026, 10, 20) };
    // Its clock stands: it never forgets.
    const store = createMemoryStore(() => Date.UTC(2026, 10, 20));
    const grants = createGrants({ store, now: () => clock.at });
    expect(await grants.open('g', terms)).toBe(1);
    clock.at += 90 * dayMs - 1;
    expect(await grants.find('g')).toMatchObject({ terms, generation: 1, expiresAt: clock.at + 1 });
    expect(await grants.rotate('g', 1)).toEqual({ kind: 'rotated', terms, generation: 2 });
    clock.at += 1;
    expect(await grants.find('g')).toBeUndefined();
    expect(await grants.rotate('g', 2)).toEqual({ kind: 'unknown' });
  });

  test('that was rotated is over 30 days later when it is not used again, however long it might have lived', async () => {
    const { grants, clock } = createWorld();
    await grants.open('g', terms);
    await grants.rotate('g', 1);
    clock.at += 30 * dayMs - 1;
    expect(await grants.find('g')).toMatchObject({ generation: 2 });
    clock.at += 1;
    expect(await grants.find('g')).toBeUndefined();
  });

  test('that was rotated late is stored for the rest of its 90 days, not for 30 more', async () => {
    const { grants, store, clock } = createWorld();
    await grants.open('g', terms);
    for (const [generation, days] of [25, 25, 25, 10].entries()) {
      clock.at += days * dayMs;
      expect((await grants.rotate('g', generation + 1)).kind).toBe('rotated');
    }
    clock.at += 5 * dayMs - 1;
    expect(await grants.find('g')).toMatchObject({ generation: 5 });
    clock.at += 1;
    expect(await grants.find('g')).toBeUndefined();
    expect(await store.get('oauth-grant:g'), 'nor does the store know of it').toBeUndefined();
  });

  test('whose refresh token came back is known here as revoked from then on, and for two hours in the store', async () => {
    const { grants, clock } = createWorld();
    await grants.open('g', terms);
    await grants.rotate('g', 1);
    expect(grants.wasRevokedHere('g')).toBe(false);
    expect(await grants.rotate('g', 1)).toEqual({ kind: 'reused' });
    expect(grants.wasRevokedHere('g')).toBe(true);
    expect(await grants.rotate('g', 2)).toEqual({ kind: 'unknown' });
    clock.at += 2 * 3_600_000 - 1;
    expect(await grants.isRevoked('g')).toBe(true);
    clock.at += 1;
    expect(await grants.isRevoked('g')).toBe(false);
  });

  test('revoked here is known without the store; revoked elsewhere, from the store', async () => {
    const { grants, elsewhere } = createWorld();
    await elsewhere.revoke('g');
    expect(elsewhere.wasRevokedHere('g')).toBe(true);
    expect(grants.wasRevokedHere('g')).toBe(false);
    expect(await grants.isRevoked('g')).toBe(true);
  });
});
