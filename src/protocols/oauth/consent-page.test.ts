import { describe, expect, test } from 'vitest';
import { toWebResponse } from '../../../tests/support/web-response.ts';
import { de } from '../../words/de.ts';
import { en } from '../../words/en.ts';
import { consentPage, errorPage } from './consent-page.ts';
import { readFormParameters } from './form.ts';
import { OauthError } from './oauth-error.ts';

const hostile = `"><script>alert('x')</script>&`;

async function render(about: { name?: string; state?: string; redirectUri?: string; language?: string }) {
  const { name = 'An app', state = 's', redirectUri = 'https://app.test/callback', language = 'en' } = about;
  const form = readFormParameters(new URLSearchParams({ client_id: 'client_one', state, decision: 'allow' }));
  const response = toWebResponse(
    consentPage({
      publication: { name: 'Quire', language },
      request: {
        client: {
          id: 'client_one',
          name,
          authMethod: 'none',
          redirectUris: [redirectUri],
          grantTypes: ['authorization_code'],
          scopes: ['articles:read'],
          createdAt: 0,
          expiresAt: 1,
        },
        redirectUri,
        isRedirectNamed: true,
        state,
        scopes: ['articles:read'],
        resources: ['https://quire.test'],
        challenge: 'c',
      },
      form,
      action: 'https://quire.test/agent/auth/authorize',
    }),
  );
  return { response, html: await response.text() };
}

describe('the consent page', () => {
  test('shows hostile names and values as text', async () => {
    const { html } = await render({ name: hostile, state: hostile });
    expect(html).not.toContain('<script');
    expect(html).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('declares its language: English without words in the language of the publication', async () => {
    expect((await render({ language: 'de-CH' })).html).toContain('<html lang="de-CH">');
    expect((await render({ language: 'mi' })).html).toContain('<html lang="en">');
  });

  test('runs no script, holds no inline style and cannot be framed or cached', async () => {
    const { response, html } = await render({});
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/i);
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('names the target of the redirect, and contains no decision made beforehand', async () => {
    const { html } = await render({ redirectUri: 'https://app.test/callback' });
    expect(html).toContain('<strong>app.test</strong>');
    expect(html).not.toContain('name="decision" value="allow" type="hidden"');
    expect(html.match(/name="decision"/g)).toHaveLength(2);
  });
});

describe('an error that a person sees', () => {
  const read = () => readFormParameters(new URLSearchParams()).read('client_id');

  test('is in the language of the publication, and in English for a program', async () => {
    expect(read).toThrow(en.consent.reasons.missing('client_id'));
    try {
      read();
    } catch (error) {
      if (!(error instanceof OauthError)) throw error;
      const page = errorPage({ publication: { name: 'Quire', language: 'de' } }, error);
      const html = await toWebResponse(page).text();
      expect(html).toContain(`<p>${de.consent.reasons.missing('client_id')} <code>invalid_request</code></p>`);
      expect(html).not.toContain(error.message);
    }
    expect.assertions(3);
  });
});
