import { expect, test } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { addressesOf } from '../../tests/support/many-networks.ts';
import type { PublicArticle } from '../library/library.ts';
import { createCatalogue } from './articles.ts';
import { createReleaseNotices, type ReleaseChange } from './release-notices.ts';

const first = makeArticle({ slug: 'first' });
const second = makeArticle({ slug: 'second' });

function editionOf(articles: PublicArticle[], digests: Record<string, string> = {}, now = Date.now) {
  const catalogue = createCatalogue({ articles, withdrawn: [] }, now);
  return { catalogue, paidContent: { findDigest: (slug: string) => digests[slug] } };
}

function listenTo(notices: ReturnType<typeof createReleaseNotices>, clientAddress = '127.0.0.1') {
  const heard: ReleaseChange[] = [];
  let isClosing = false;
  const stop = notices.listen({
    clientAddress,
    changed: (change) => heard.push(change),
    closing: () => {
      isClosing = true;
    },
  });
  return { heard, stop, isClosing: () => isClosing };
}

test('a listener learns which articles a release changed, and whether the list did', () => {
  const notices = createReleaseNotices();
  notices.announce(editionOf([first, second]));
  const { heard } = listenTo(notices);
  notices.announce(editionOf([{ ...first, contentDigest: 'sha256:other' }, second]));
  expect(heard[0]?.isArticleChanged(first.id)).toBe(true);
  expect(heard[0]?.isArticleChanged(second.id)).toBe(false);
  expect(heard[0]?.isListChanged()).toBe(false);
  notices.announce(editionOf([second]));
  expect(heard[1]?.isArticleChanged(first.id)).toBe(true);
  expect(heard[1]?.isListChanged()).toBe(true);
});

test('other paid words and another slug are changes of an article', () => {
  const notices = createReleaseNotices();
  notices.announce(editionOf([first, second], { first: 'one' }));
  const { heard } = listenTo(notices);
  notices.announce(editionOf([first, { ...second, slug: 'moved' }], { first: 'two' }));
  expect(heard[0]?.isArticleChanged(first.id)).toBe(true);
  expect(heard[0]?.isArticleChanged(second.id)).toBe(true);
});

test('a listener learns of a scheduled article at its time', async () => {
  const releaseAt = Date.now() + 60;
  const notices = createReleaseNotices();
  notices.announce(editionOf([first, { ...second, releaseAt }]));
  const { heard, stop } = listenTo(notices);
  await expect.poll(() => heard.length).toBe(1);
  expect(heard[0]?.isArticleChanged(second.id)).toBe(true);
  stop();
});

test('a listener that stopped receives nothing, and every other one ends when the process stops', () => {
  const notices = createReleaseNotices();
  notices.announce(editionOf([first]));
  const stopped = listenTo(notices);
  stopped.stop();
  const listening = listenTo(notices);
  notices.announce(editionOf([second]));
  expect(stopped.heard).toHaveLength(0);
  expect(listening.heard).toHaveLength(1);
  notices.close();
  expect([stopped.isClosing(), listening.isClosing(), listenTo(notices).isClosing()]).toEqual([false, true, true]);
});

test('one caller cannot listen without end', () => {
  const notices = createReleaseNotices();
  for (let count = 0; count < 16; count += 1) listenTo(notices);
  expect(() => listenTo(notices)).toThrow('Too many subscriptions');
});

test.each(addressesOf)('the holder of $name cannot take all streams', ({ nth, times, other }) => {
  const notices = createReleaseNotices();
  let open = 0;
  for (let count = 0; count < 1_100; count += 1) {
    try {
      listenTo(notices, nth(count));
      open += 1;
    } catch {}
  }
  expect(open).toBe(16 * times);
  expect(() => listenTo(notices, other)).not.toThrow();
});
