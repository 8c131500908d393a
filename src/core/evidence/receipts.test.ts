import { CompactSign, decodeJwt, decodeProtectedHeader } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTestServices } from '../../../tests/support/services.ts';
import type { VersionIndex, VersionText } from '../../library/versions.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { openArticle, openReceipt } from '../access/access.ts';
import { createVersions } from '../access/article-versions.ts';
import { anonymous, type Caller } from '../access/caller.ts';
import { createCatalogue } from '../articles.ts';
import { createSigningKeys } from '../authorization/signing-keys.ts';
import { createReceipts } from './receipts.ts';

const dayMs = 86_400_000;
const reader: Caller = { kind: 'subscriber', id: 'k1', plan: 'pro', scopes: ['articles:read'] };

function createWorld() {
  const clock = { at: Date.UTC(2026, 10, 20) };
  const now = () => clock.at;
  const store = createMemoryStore(now);
  const seal = { close: async (plain: string) => plain, open: async (sealed: string) => sealed };
  const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const openKeys = () => createSigningKeys({ store, seal, now, randomBytes });
  const services = createTestServices({ store, now });
  const receipts = createReceipts(services, openKeys());
  async function read(slug: string, caller: Caller = reader) {
    const opening = await openArticle(services, slug, { caller });
    if (opening.kind !== 'opened') throw new Error(opening.kind);
    return opening;
  }
  const issue = async (slug: string, caller: Caller = reader) =>
    receipts.issue(await read(slug, caller), { caller, mirror: 'live', isWanted: true });
  return { clock, services, receipts, openKeys, read, issue };
}

describe('a receipt', () => {
  it('says what was delivered, to which reader, under which licence', async () => {
    const { issue, read } = createWorld();
    const slug = 'paid-study';
    const { contentDigest } = await read(slug);
    const receipt = (await issue(slug)) ?? '';
    expect(decodeProtectedHeader(receipt)).toMatchObject({ alg: 'RS256', typ: 'receipt+jws' });
    expect(decodeJwt(receipt)).toMatchObject({
      iss: 'https://quire.test',
      article: `id-${slug}`,
      slug,
      version: '1.0',
      content_digest: contentDigest,
      reader: 'k1',
      license: 'CC-BY-4.0',
      sandbox: true,
      issuedAt: Date.UTC(2026, 10, 20) / 1000,
    });
    expect(decodeJwt(receipt)).not.toHaveProperty('price');
  });

  it('is given to no anonymous reader', async () => {
    expect(await createWorld().issue('open-letter', anonymous)).toBeUndefined();
  });

  it('verifies after its key was replaced twice, in another process', async () => {
    const { clock, services, issue, openKeys } = createWorld();
    const receipt = (await issue('open-letter')) ?? '';
    for (let month = 0; month < 3; month += 1) {
      clock.at += 31 * dayMs;
      await openKeys().readSigner();
    }
    expect(await createReceipts(services, openKeys()).read(receipt)).toMatchObject({ slug: 'open-letter' });
  });

  it('is invalid with one changed character, with another signature, or if it is an access token', async () => {
    const { receipts, issue, openKeys } = createWorld();
    const receipt = (await issue('open-letter')) ?? '';
    const [header = '', payload = '', signature = ''] = receipt.split('.');
    expect(await receipts.read(`${header}.${payload.slice(0, -1)}A.${signature}`)).toBeUndefined();
    expect(await receipts.read('nothing')).toBeUndefined();
    const { kid } = await openKeys().readSigner();
    const sign = async (key: CryptoKey, typ: string) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(decodeJwt(receipt))))
        .setProtectedHeader({ alg: 'RS256', kid, typ })
        .sign(key);
    const stranger = await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) },
      true,
      ['sign', 'verify'],
    );
    const { privateKey } = await openKeys().readSigner();
    expect(await receipts.read(await sign(privateKey, 'receipt+jws'))).toBeDefined();
    expect(await receipts.read(await sign(stranger.privateKey, 'receipt+jws'))).toBeUndefined();
    expect(await receipts.read(await sign(privateKey, 'at+jwt'))).toBeUndefined();
  });
});

describe('the text of a receipt', () => {
  const { services } = createWorld();
  const [letter, notes] = ['open-letter', 'field-notes'].map((slug) =>
    services.library.articles.find((a) => a.slug === slug),
  );
  if (!letter || !notes) throw new Error('The library has other articles.');
  const { sections: _, ...published } = { ...letter, sections: [] };
  const text: VersionText = { article: { ...published, title: 'As it was' }, paid: null };
  const record = { label: null, tier: 'free', date: '2026-05-01', releaseAt: null, part: 'p' } as const;
  const receipt = { digest: letter.contentDigest ?? '' };
  const listed = { ...record, name: '0.9', digest: receipt.digest };

  function open(index: VersionIndex, articles = services.library.articles) {
    const catalogue = createCatalogue({ articles, withdrawn: [] }, () => Date.UTC(2026, 10, 20));
    return openReceipt(
      {
        ...services,
        catalogue,
        versions: createVersions(new Map(Object.entries(index)), async () => text, services.urls),
      },
      receipt,
    );
  }

  it('is returned after the article was corrected', async () => {
    const next = { ...record, name: '1.0', date: '2026-06-01', digest: 'sha256:1' };
    expect(await open({ [letter.id]: { examinedAt: 0, records: [listed, next] } })).toMatchObject({
      kind: 'opened',
      article: { title: 'As it was', slug: 'open-letter' },
      version: { name: '0.9' },
    });
  });

  it('is returned after another article took its name, and after the article left the library', async () => {
    const index = { [letter.id]: { examinedAt: 0, records: [listed] } };
    expect(await open(index, [{ ...notes, slug: letter.slug }])).toMatchObject({
      kind: 'opened',
      article: { title: 'As it was' },
    });
    expect(await open(index, [])).toMatchObject({ kind: 'opened', body: { markdown: letter.body.markdown } });
  });

  it('comes with the files that it has itself, and with no file of a text that came later', async () => {
    const names = ['/figures/former-letter/one.png', '/figures/open-letter/new.png', '/articles/open-letter.pdf'];
    const files = ['/figures/open-letter/one.png', '/artifacts/open-letter/data.csv', '/artifacts/open-letter/new.csv'];
    // The beginning of the name of a file that the text has.
    const part = '/figures/open-letter/one.p';
    const markdown = `![One](${names[0]})`;
    const artifacts = [{ file: 'data/data.csv', title: 'Data', run: null, bytes: 1, digest: 'sha256:1' }];
    const delivered = { ...text.article, artifacts };
    const paid = { slug: letter.slug, contentDigest: receipt.digest, body: { ...letter.body, markdown } };
    const articles = services.library.articles.map((article) =>
      article === letter ? { ...letter, aliases: ['former-letter'] } : article,
    );
    const listFiles = () => [...files, part, ...names.slice(1)].map((path) => ({ path, mimeType: 'image/png' }));
    const paidContent = { ...services.paidContent, listFiles };
    const next = { ...record, name: '1.0', date: '2026-06-01', digest: 'sha256:1' };
    const filesOf = async (tier: 'free' | 'paid') => {
      const index = { [letter.id]: { examinedAt: 0, records: [{ ...listed, tier }, next] } };
      const versions = createVersions(
        new Map(Object.entries(index)),
        async () => ({ article: delivered, paid }),
        services.urls,
      );
      const catalogue = createCatalogue({ articles, withdrawn: [] }, services.now);
      const opened = await openReceipt({ ...services, catalogue, paidContent, versions }, receipt);
      return opened.kind === 'opened' && opened.files.map(({ path }) => path);
    };
    expect(await filesOf('free')).toEqual([]);
    expect(await filesOf('paid')).toEqual(files.slice(0, 2));
  });

  it('is returned after a rollback to a release without it', async () => {
    const catalogue = createCatalogue({ articles: services.library.articles, withdrawn: [] }, services.now);
    const present = { ...record, name: '0.8', digest: 'sha256:1' };
    const versions = createVersions(
      new Map([[letter.id, { examinedAt: 0, records: [present] }]]),
      async () => text,
      services.urls,
      () => [{ [letter.id]: { examinedAt: 0, records: [present, listed] } }],
    );
    expect(versions.list(letter)).toEqual([present]);
    expect(await openReceipt({ ...services, catalogue, versions }, receipt)).toMatchObject({
      kind: 'opened',
      version: { name: '0.9' },
    });
  });

  it('is returned in the form in which it was delivered', async () => {
    const former = { digest: receipt.digest, part: 'absolute' };
    const present = { ...record, name: letter.versionName, digest: 'sha256:1', former: [former] };
    expect(await open({ [letter.id]: { examinedAt: 0, records: [present] } })).toMatchObject({
      kind: 'opened',
      article: { title: 'As it was' },
      version: { name: letter.versionName, part: 'absolute' },
      contentDigest: receipt.digest,
    });
  });

  it('is an error when it is stored no longer', async () => {
    expect(await open({})).toMatchObject({ kind: 'refused', reason: 'version_not_found' });
  });
});
