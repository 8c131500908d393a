import { describe, expect, test } from 'vitest';
import { createRefreshTokens } from './refresh-tokens.ts';

const grantId = '0123456789abcdef0123456789abcdef';
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('a refresh token', () => {
  test('says of which grant and which generation it is, and proves it', async () => {
    const tokens = await createRefreshTokens(['a secret']);
    for (const generation of [1, 2, 999_999_999]) {
      const token = await tokens.mint(grantId, generation);
      expect(token).toMatch(new RegExp(`^${grantId}\\.${generation}\\.[\\w-]{43}$`));
      expect(await tokens.read(token)).toEqual({ grantId, generation });
    }
  });

  test('proves its own grant and generation alone', async () => {
    const tokens = await createRefreshTokens(['a secret']);
    const [, , mac] = (await tokens.mint(grantId, 1)).split('.');
    expect(await tokens.read(`${grantId}.2.${mac}`)).toBeUndefined();
    expect(await tokens.read(`${grantId.replace('0', '1')}.1.${mac}`)).toBeUndefined();
  });

  test('is none in any other form', async () => {
    const tokens = await createRefreshTokens(['a secret']);
    const token = await tokens.mint(grantId, 1);
    const [, , mac = ''] = token.split('.');
    const others = [
      '',
      'a.b.c',
      `${grantId}.1`,
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      `${grantId}.01.${mac}`,
      `${grantId}.0.${mac}`,
      `${grantId}.1.${mac.slice(1)}`,
      token.toUpperCase(),
    ];
    for (const other of others) expect(await tokens.read(other), other).toBeUndefined();
  });

  test('has one spelling: the last character has bits that say nothing, and no other value of them is taken', async () => {
    const tokens = await createRefreshTokens(['a secret']);
    const token = await tokens.mint(grantId, 1);
    const taken = [];
    for (const last of alphabet) if (await tokens.read(token.slice(0, -1) + last)) taken.push(last);
    expect(taken).toEqual([token.at(-1)]);
  });

  test('of the secret before still proves itself; a new one is made with the secret of now; of any other, none', async () => {
    const [before, during, after] = await Promise.all([
      createRefreshTokens(['old']),
      createRefreshTokens(['new', 'old']),
      createRefreshTokens(['new']),
    ]);
    const old = await before.mint(grantId, 1);
    expect(await during.read(old)).toEqual({ grantId, generation: 1 });
    expect(await after.read(old)).toBeUndefined();
    expect(await after.read(await during.mint(grantId, 1))).toEqual({ grantId, generation: 1 });
  });
});
