import { createSIWxPayload } from '@x402/extensions/sign-in-with-x';
import { beforeEach, describe, expect, test } from 'vitest';
import { createWallet, signPayment } from '../../../tests/conformance/x402-wallet.ts';
import { makeLibrary } from '../../../tests/support/library.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { markHeading, sha256 } from '../../library/digest.ts';
import { hourMs, minuteMs } from '../../library/durations.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import type { PaymentAttempt } from '../payment/settle.ts';
import { createSignInQuestions } from '../payment/sign-in.ts';
import { openArticle, openFile } from './access.ts';
import type { GrantedAccess } from './access-decision.ts';
import { anonymous, type Caller, invalid } from './caller.ts';
import { linkFiles } from './file-links.ts';
import { createPaidContent, type PaidFigure } from './paid-content.ts';

const reader: Caller = { kind: 'subscriber', id: 'k', plan: 'demo', scopes: ['articles:read'] };
const connector: Caller = { kind: 'subscriber', id: 'c', plan: 'demo', scopes: ['mcp:connect'] };
const wallet = createWallet();
const bytes = Uint8Array.of(1, 2, 3);
const figure = '/figures/paid-study/one.png';
const pdf = '/articles/paid-study.pdf';
const load = async () => bytes;
const figures = new Map<string, PaidFigure>([
  [figure, { mimeType: 'image/png', slugs: ['paid-study'], load }],
  [pdf, { mimeType: 'application/pdf', slugs: ['paid-study'], load }],
  ['/figures/shared.png', { mimeType: 'image/png', slugs: ['not-yet', 'paid-survey'], load }],
  ['/figures/not-yet/two.png', { mimeType: 'image/png', slugs: ['not-yet'], load }],
]);

/** The library with a picture in the paid part of the study. */
function makePaidContent() {
  const { sold } = makeLibrary(testBase);
  const articles = sold.articles.map(({ body, ...article }) => {
    const markdown = `${body.markdown}\n![One](${figure})\n`;
    return { ...article, contentDigest: `sha256:${sha256(markdown)}`, body: { ...body, markdown } };
  });
  return createPaidContent({ ...sold, articles }, figures);
}

let clock: { at: number };
let services: ReturnType<typeof createTestServices>;
beforeEach(() => {
  clock = { at: Date.UTC(2026, 10, 20) };
  const now = () => clock.at;
  services = { ...createTestServices({ store: createMemoryStore(now), now }), paidContent: makePaidContent() };
});

const see = (path: string, caller: Caller, about: { attempt?: PaymentAttempt; query?: string } = {}) =>
  openFile(services, path, { caller, attempt: about.attempt, query: new URLSearchParams(about.query) });

async function payment(): Promise<PaymentAttempt> {
  const validBefore = clock.at / 1000 + 300;
  return { kind: 'payment', payload: await signPayment(wallet, 2, { validAfter: 0, validBefore }) };
}

async function signIn(nonce: string): Promise<PaymentAttempt> {
  const resource = `${testBase}/api/v1/articles/paid-study`;
  const question = createSignInQuestions('quire.test')({ resource, nonce: nonce.repeat(16), now: clock.at });
  const complete = { ...question, chainId: 'eip155:84532', type: 'eip191' as const };
  return { kind: 'sign-in', message: await createSIWxPayload(complete, wallet, resource) };
}

async function open(caller: Caller, attempt?: PaymentAttempt): Promise<GrantedAccess> {
  const opening = await openArticle(services, 'paid-study', attempt ? { caller, attempt, mirror: 'live' } : { caller });
  return opening.kind === 'opened' ? opening : expect.fail(opening.kind);
}

describe('a file of a paid article', () => {
  test('opens for a caller that may read one of the articles it belongs to', async () => {
    for (const path of [figure, pdf, '/figures/shared.png']) {
      expect(await see(path, reader)).toMatchObject({ bytes, opened: { settled: undefined } });
      for (const caller of [anonymous, invalid, connector]) expect(await see(path, caller)).toBeUndefined();
    }
  });

  test('waits with its article, and one that is not there is not there', async () => {
    expect(await see('/figures/not-yet/two.png', reader)).toBeUndefined();
    expect(await see('/figures/paid-study/none.png', reader)).toBeUndefined();
  });

  test('takes an entitlement for an article that it comes with: one for another is none', async () => {
    const paidContent = makePaidContent();
    expect(paidContent.listOwners(figure)).toEqual(['paid-study']);
    expect(paidContent.listOwners('/figures/none.png')).toEqual([]);
    // The paid content checks by itself, whatever the caller checked.
    services = { ...services, paidContent: { ...paidContent, listOwners: () => ['paid-study'] } };
    for (const path of ['/figures/shared.png', '/figures/none.png']) expect(await see(path, reader)).toBeUndefined();
  });

  test('is opened by a payment for the article, with the receipt, and then by signing in', async () => {
    expect(await see(figure, anonymous, { attempt: await payment() })).toMatchObject({
      bytes,
      opened: { settled: { payer: wallet.address.toLowerCase() } },
    });
    expect(await see(pdf, anonymous, { attempt: await signIn('ab') })).toMatchObject({
      bytes,
      opened: { settled: undefined },
    });
    expect(await see('/figures/shared.png', anonymous, { attempt: await signIn('cd') })).toBeUndefined();
  });

  test('takes no payment for a missing file', async () => {
    const attempt = await payment();
    expect(await see('/figures/paid-study/none.png', anonymous, { attempt })).toBeUndefined();
    expect(await see(figure, anonymous, { attempt })).toMatchObject({ bytes });
  });
});

describe('the account that holds a purchase', () => {
  test('opens the article and its files from then on, and no other article', async () => {
    await open(connector, await payment());
    expect(await open(connector)).toMatchObject({ level: 'purchase', settled: undefined });
    expect(await see(figure, connector)).toMatchObject({ bytes });
    expect(await openArticle(services, 'paid-survey', { caller: connector })).toMatchObject({ kind: 'refused' });
    expect(await see(figure, { ...connector, id: 'another' })).toBeUndefined();
  });

  test('spends no payment that comes with it', async () => {
    const attempt = await payment();
    await open(connector, attempt);
    const next = await payment();
    expect(await open(connector, next)).toMatchObject({ settled: undefined });
    expect(await open(anonymous, next)).toMatchObject({ settled: { kind: 'settled' } });
  });
});

describe('an article that was bought', () => {
  const queryOf = (url = '') => new URL(url).search;

  test('has signed URLs of its files, in the text too, and the digest of the text without signatures', async () => {
    const { body, files, contentDigest } = linkFiles(services, await open(anonymous, await payment()));
    expect(files.map(({ path, mimeType }) => [path, mimeType])).toEqual([
      [figure, 'image/png'],
      [pdf, 'application/pdf'],
    ]);
    for (const { path, url } of files)
      expect(await see(path, anonymous, { query: queryOf(url) })).toMatchObject({ bytes });
    expect(body.markdown).toContain(`![One](${figure}${queryOf(files[0]?.url)})`);
    const unsigned = body.markdown.replaceAll(/\?expires=\d+&signature=[0-9a-f]+/g, '');
    expect(unsigned).not.toBe(body.markdown);
    expect(contentDigest).toBe(`sha256:${sha256(unsigned)}`);
  });

  test('has signed URLs that work for 15 to 30 minutes, and only for their file and article', async () => {
    const { files } = linkFiles(services, await open(anonymous, await payment()));
    const query = queryOf(files[0]?.url);
    expect(await see(pdf, anonymous, { query })).toBeUndefined();
    for (const wrong of [query.replace(/.$/, (last) => (last === '0' ? '1' : '0')), query.replace(/\d(?=&)/, '1'), ''])
      expect(await see(figure, anonymous, { query: wrong })).toBeUndefined();
    clock.at += 15 * minuteMs - 1;
    expect(await see(figure, anonymous, { query })).toMatchObject({ bytes });
    clock.at += 15 * minuteMs + 1;
    expect(await see(figure, anonymous, { query })).toBeUndefined();
    clock.at -= 2 * hourMs;
    expect(await see(figure, anonymous, { query }), 'a clock that was set back').toBeUndefined();
  });

  test('has signed URLs of its present files in a text from before it was renamed', async () => {
    const opened = await open(anonymous, await payment());
    const article = { ...opened.article, aliases: ['former-study'] };
    const body = { ...opened.body, markdown: '![One](/figures/former-study/one.png) ![Two](/figures/shared.png)' };
    const linked = linkFiles(services, { ...opened, article, body });
    expect(linked.body.markdown).toBe(`![One](${figure}${queryOf(linked.files[0]?.url)}) ![Two](/figures/shared.png)`);
  });

  test('has signed URLs that still work after it was renamed', async () => {
    const opened = await open(anonymous, await payment());
    const article = { ...opened.article, slug: 'former-study' };
    const { files } = linkFiles(services, {
      ...{ ...opened, article },
      files: ['/figures/former-study/one.png', '/articles/former-study.pdf'].map((path) => ({ path, mimeType: '' })),
    });
    expect(await see(figure, anonymous, { query: queryOf(files[0]?.url) })).toMatchObject({ bytes });
    expect(await see(pdf, anonymous, { query: queryOf(files[1]?.url) })).toMatchObject({ bytes });
    expect(await see(pdf, anonymous, { query: queryOf(files[0]?.url) })).toBeUndefined();
  });

  test('has signed URLs that open nothing of another article that takes its name, and its files under each of its titles', async () => {
    const opened = await open(anonymous, await payment());
    const former = { ...opened.article, title: 'A former title' };
    const [{ url } = expect.fail()] = linkFiles(services, { ...opened, article: former }).files;
    expect(await see(figure, anonymous, { query: queryOf(url) })).toBeUndefined();
    services.versions = { ...services.versions, headings: () => markHeading(former) };
    expect(await see(figure, anonymous, { query: queryOf(url) })).toMatchObject({ bytes });
  });

  test('has plain URLs for a subscriber, whose credential opens them', async () => {
    const opened = await open(reader);
    expect(linkFiles(services, opened)).toBe(opened);
    expect(opened.files).toHaveLength(2);
  });
});
