import { describe, expect, it } from 'vitest';
import { contrast, lighten, parseColour, readability } from './colour.ts';
import { readSettings } from './read-publication.ts';

const least = { name: 'Acme', tagline: 'News of tools.', publisher: { name: 'Acme Inc', email: 'a@acme.example' } };

const announced = { operationId: 'getPrice', deprecated: '2026-01-01', sunset: '2026-04-01', replacement: 'getPrices' };

describe('settings of a publication', () => {
  it('need a name, a tagline and a publisher, and nothing else', () => {
    expect(readSettings(least)).toMatchObject({
      description: 'News of tools.',
      language: 'en',
      payment: { network: 'eip155:84532' },
      looks: { madeWithQuire: false },
    });
  });

  it.each([
    [
      { looks: { accent: '#ffe000' } },
      /^site\.config\.ts: looks\.accent: #ffe000 has a contrast of 1\.\d\d on light paper; text needs 4\.5 \(WCAG AA\): choose a darker one\.$/,
    ],
    [
      { looks: { accent: { light: '#0b5f4c', dark: '#222222' } } },
      /looks\.accent\.dark: #222222 .* on dark paper.*: choose a lighter one\.$/,
    ],
    [{ looks: { logo: 'logo.svg' } }, /looks\.logo: the path of a file in public\/ is expected/],
    [{ looks: { socialPicture: '/card.svg' } }, /looks\.socialPicture: a PNG, JPEG, WebP or GIF file is expected/],
    [{ looks: { accent: 'red' } }, /looks\.accent: a colour such as #0b5f4c is expected\.$/],
    [{ name: 1 }, /^site\.config\.ts: name: a text is expected\.$/],
    [{ publisher: { name: 'A', email: 'nobody' } }, /publisher\.email: an email address is expected\.$/],
    [{ language: 'English' }, /language: a language such as en or de-CH is expected\.$/],
    [{ deprecations: [announced] }, /deprecations\.0\.operationId: the name of an operation/],
    [{ colour: 'green' }, /publication: unknown key colour\.$/],
  ])('are refused with a sentence that names the key: %j', (wrong, sentence) => {
    expect(() => readSettings({ ...least, ...wrong })).toThrow(sentence);
  });
});

describe('an accent', () => {
  it('has the contrast that WCAG 2.2 computes', () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21);
    expect(contrast(parseColour('#767676'), [255, 255, 255])).toBeCloseTo(4.54, 2);
  });

  it.each(['#0b5f4c', '#7a1020', '#1a237e', '#000000'])('%s is lightened until dark paper carries it', (hex) => {
    expect(readability(lighten(parseColour(hex)), 'dark')).toBeGreaterThanOrEqual(7);
  });
});
