import { beforeEach, describe, expect, test } from 'vitest';
import { createWallet, signPayment } from '../../../tests/conformance/x402-wallet.ts';
import { makeArticle } from '../../../tests/support/library.ts';
import { createTestServices, testBase } from '../../../tests/support/services.ts';
import { createUrls } from '../../contract/urls.ts';
import { sha256 } from '../../library/digest.ts';
import type { PublicArticle, Tier } from '../../library/library.ts';
import type { VersionList, VersionRecord, VersionText } from '../../library/versions.ts';
import { createMemoryStore } from '../../store/memory-store.ts';
import { determineStanding } from '../standing.ts';
import { openArticle } from './access.ts';
import type { AccessDecision } from './access-decision.ts';
import { createVersions } from './article-versions.ts';
import { anonymous, type Caller } from './caller.ts';

const reader: Caller = { kind: 'subscriber', id: 'k', plan: 'demo', scopes: ['articles:read'] };
const paidWords = 'The heron census of 1912 counted forty-one.';
const digestOf = (markdown: string) => `sha256:${sha256(markdown)}`;
const wrongDigest = digestOf('The heron census of 1912 counted forty-two.');

function makeText(slug: string, tier: Tier, name: string): { record: VersionRecord; text: VersionText } {
  const { sections: _, ...published } = makeArticle({ slug, tier, text: `Published as ${name}.` });
  const body = { markdown: `${paidWords} ${name}`, html: '', spans: [] };
  const paid = tier === 'paid' ? { slug, body, contentDigest: digestOf(body.markdown) } : null;
  const digest = digestOf((paid ?? published).body.markdown);
  const record = {
    name,
    label: name,
    tier,
    date: `2026-01-0${name.at(-1)}`,
    releaseAt: null,
    digest,
    part: `${slug} ${name}`,
  };
  return { record, text: { article: { ...published, version: name, versionName: name }, paid: paid } };
}

const texts = [
  makeText('paid-study', 'paid', '0.1'),
  makeText('open-letter', 'free', '0.2'),
  makeText('open-letter', 'paid', '0.3'),
];
const present = (slug: string): VersionRecord => ({ ...makeText(slug, 'free', '1.0').record, label: null });
const index = new Map<string, VersionList>(
  Object.entries({
    'id-paid-study': {
      examinedAt: 0,
      records: [...texts.slice(0, 1).map(({ record }) => record), present('paid-study')],
    },
    'id-open-letter': {
      examinedAt: 0,
      records: [...texts.slice(1).map(({ record }) => record), present('open-letter')],
    },
  }),
);

function readText(part: string): Promise<VersionText> {
  const found = texts.find(({ record }) => record.part === part);
  return found ? Promise.resolve(found.text) : Promise.reject(new Error(`There is no part ${part}.`));
}

let services: ReturnType<typeof createTestServices>;
beforeEach(() => {
  services = {
    ...createTestServices({ store: createMemoryStore(Date.now), now: Date.now }),
    versions: createVersions(index, readText, createUrls(testBase)),
  };
});

const open = async (slug: string, version: string, caller = anonymous): Promise<AccessDecision> =>
  openArticle(services, slug, { caller, version });
const markdownOf = (opening: AccessDecision) => (opening.kind === 'opened' ? opening.body.markdown : opening.kind);

describe('an earlier text', () => {
  test('that was free is open to every caller, as it was published', async () => {
    expect(await open('open-letter', '0.2')).toMatchObject({ level: 'public', article: { version: '0.2' } });
    expect(markdownOf(await open('open-letter', '0.2'))).toContain('Published as 0.2.');
  });

  test('that was paid needs a right, also when the article is free now', async () => {
    for (const [slug, version] of [
      ['paid-study', '0.1'],
      ['open-letter', '0.3'],
    ] as const) {
      const refused = await open(slug, version);
      expect(refused.kind).toBe('challenge');
      expect(JSON.stringify(refused)).not.toContain('heron');
      expect(markdownOf(await open(slug, version, reader))).toContain(paidWords);
    }
  });

  test('is opened by one payment for its article', async () => {
    const payload = await signPayment(createWallet(), 2);
    const attempt = { kind: 'payment', payload } as const;
    const opening = await openArticle(services, 'paid-study', {
      caller: anonymous,
      attempt,
      mirror: 'live',
      version: '0.1',
    });
    expect(opening).toMatchObject({ level: 'purchase', settled: { kind: 'settled' } });
    expect(markdownOf(opening)).toContain(paidWords);
  });

  test('has the files of its article for a buyer', async () => {
    const path = '/figures/paid-study/one.png';
    services.paidContent = { ...services.paidContent, listFiles: () => [{ path, mimeType: 'image/png' }] };
    const attempt = { kind: 'payment', payload: await signPayment(createWallet(), 2) } as const;
    const about = { caller: anonymous, attempt, mirror: 'live', version: '0.1' } as const;
    const opening = await openArticle(services, 'paid-study', about);
    expect(opening.kind === 'opened' && opening.files).toMatchObject([{ path }]);
  });

  test('that was free lists no paid file of its article to a caller without a right', async () => {
    const path = '/figures/paid-study/one.png';
    services.paidContent = { ...services.paidContent, listFiles: () => [{ path, mimeType: 'image/png' }] };
    const { record, text } = makeText('paid-study', 'free', '0.1');
    const records = [record, present('paid-study')];
    services.versions = createVersions(
      new Map([['id-paid-study', { examinedAt: 0, records }]]),
      async () => text,
      createUrls(testBase),
    );
    expect(await open('paid-study', '0.1')).toMatchObject({ kind: 'opened', level: 'public', files: [] });
  });

  test('of a paid article is found by its digest for a reader, and a guess tells another caller nothing', async () => {
    const right = digestOf(`${paidWords} 0.1`);
    expect(markdownOf(await open('paid-study', right, reader))).toContain(paidWords);
    expect(await open('paid-study', right)).toEqual(await open('paid-study', wrongDigest));
    expect(await open('paid-study', wrongDigest, reader)).toMatchObject({ reason: 'version_not_found' });
  });

  test('is found by its digest without reading the index for each digest', () => {
    let readings = 0;
    const counted = {
      get: (id: string) => index.get(id),
      entries() {
        readings += 1;
        return index.entries();
      },
    };
    const versions = createVersions(counted, readText, createUrls(testBase));
    for (const { record } of texts) expect(versions.listDelivered(record.digest)).toMatchObject([{ record }]);
    expect(versions.listDelivered(wrongDigest)).toEqual([]);
    expect(readings).toBe(1);
  });

  test('costs nothing when it lacks the section or is not there, and the payment opens the article then', async () => {
    const payload = await signPayment(createWallet(), 2);
    const attempt = { kind: 'payment', payload } as const;
    const request = { caller: anonymous, attempt, mirror: 'live' } as const;
    const missing = { ...request, version: '0.1', section: 'no-such-section' };
    expect(await openArticle(services, 'paid-study', missing)).toMatchObject({ reason: 'section_not_found' });
    const unknown = { ...request, version: wrongDigest };
    expect(await openArticle(services, 'paid-study', unknown)).toMatchObject({ reason: 'version_not_found' });
    expect(await openArticle(services, 'paid-study', request)).toMatchObject({ settled: { kind: 'settled' } });
    expect(await openArticle(services, 'paid-study', request)).toMatchObject({ kind: 'challenge' });
  });

  test('that does not exist is an error that lists those that do', async () => {
    const detail = 'There are 0.2, 0.3, 1.0.';
    expect(await open('open-letter', '9.9')).toEqual({ kind: 'refused', reason: 'version_not_found', detail });
  });

  test('under the name of the present one is the present one', async () => {
    expect(await open('open-letter', '1.0')).toMatchObject({
      kind: 'opened',
      article: { versionName: '1.0', slug: 'open-letter' },
    });
  });
});

describe('the standing of a text', () => {
  const letter = (changes: Partial<PublicArticle> = {}): PublicArticle => ({
    ...makeArticle({ slug: 'open-letter' }),
    ...changes,
  });
  const standing = (changes: Partial<PublicArticle> = {}, version = texts[1]?.record) =>
    determineStanding(letter(changes), version && { texts: services.versions.list(letter()), version });
  const correction = { date: '2026-01-03', text: 'A number was wrong.' };

  test.each([
    ['is superseded by the next one', {}, { standing: 'superseded', since: '2026-01-03' }],
    [
      'is corrected when a correction came after it',
      { corrections: [correction] },
      { standing: 'corrected', reason: 'A number was wrong.' },
    ],
    [
      'is withdrawn with its article',
      { retracted: { date: '2026-02-01', reason: 'Wrong.' } },
      { standing: 'withdrawn', reason: 'Wrong.' },
    ],
  ])('%s', (_, changes, expected) => {
    expect(standing(changes)).toMatchObject(expected);
  });

  test('names what to cite instead of an earlier text, and nothing instead of the present one', () => {
    expect(standing().citeInstead).toBe('/articles/open-letter/versions/1.0');
    expect(standing({ corrections: [correction] }, present('open-letter'))).toEqual({
      standing: 'corrected',
      since: '2026-01-03',
      reason: 'A number was wrong.',
    });
    expect(standing({}, present('open-letter'))).toEqual({ standing: 'current' });
  });

  test('of a section that still reads the same is current', () => {
    const { body } = letter();
    const records = services.versions.list(letter());
    const [version = present('open-letter')] = records;
    expect(determineStanding(letter(), { texts: records, version, sectionId: 'beginning', body })).toEqual({
      standing: 'current',
    });
  });
});
