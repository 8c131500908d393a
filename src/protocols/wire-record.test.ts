import { expect, it } from 'vitest';
import { makeArticle } from '../../tests/support/library.ts';
import { testBase } from '../../tests/support/services.ts';
import { createUrls } from '../contract/urls.ts';
import { toWireParticulars, toWireRecord } from './wire-record.ts';

const urls = createUrls(testBase);
const plain = makeArticle({ slug: 'a-study' });

it('has everything that the page of an article shows', () => {
  const article = {
    ...plain,
    doi: '10.1234/abc',
    series: { id: 'payments', title: 'Payments', part: 2 },
    artifacts: [{ file: 'data/counts.csv', title: 'The counts', run: null, bytes: 12, digest: 'sha256:00' }],
    roles: { editors: ['writing', 'software'] },
    questions: [{ text: 'What is counted?', sectionId: 'beginning' }],
  };
  expect(toWireParticulars(article, { urls, hasPdf: true })).toEqual({
    language: 'en',
    doi: '10.1234/abc',
    series: { id: 'payments', title: 'Payments', part: 2, url: `${testBase}/series/payments` },
    artifacts: [
      { title: 'The counts', url: `${testBase}/artifacts/a-study/counts.csv`, bytes: 12, digest: 'sha256:00' },
    ],
    roles: [{ name: 'Quire Editors', roles: ['writing', 'software'] }],
    questions: [{ text: 'What is counted?', url: `${testBase}/articles/a-study#beginning` }],
    pdf: `${testBase}/articles/a-study.pdf`,
  });
});

it('has the signed URLs of a buyer for data and PDF', () => {
  const artifacts = [{ file: 'data/counts.csv', title: 'The counts', run: null, bytes: 12, digest: 'sha256:00' }];
  const files = ['/artifacts/a-study/counts.csv', '/articles/a-study.pdf'].map((path) => ({
    path,
    mimeType: 'text/csv',
    url: `${testBase}${path}?signature=00`,
  }));
  const article = { ...plain, artifacts };
  expect(toWireParticulars(article, { urls, hasPdf: true, files })).toMatchObject({
    artifacts: [{ url: `${testBase}/artifacts/a-study/counts.csv?signature=00` }],
    pdf: `${testBase}/articles/a-study.pdf?signature=00`,
  });
});

it('leaves out what an article does not have', () => {
  expect(JSON.stringify(toWireParticulars(plain, { urls, hasPdf: false }))).toBe('{"language":"en"}');
});

it.each([
  ['current', {}],
  ['corrected', { corrections: [{ date: '2026-04-01', text: 'A figure was wrong.' }] }],
  [
    'withdrawn',
    {
      corrections: [{ date: '2026-04-01', text: 'A figure was wrong.' }],
      retracted: { date: '2026-05-01', reason: 'Counted twice.' },
    },
  ],
])('says that an article is %s', (standing, more) => {
  expect(toWireRecord({ ...plain, ...more }, urls)).toMatchObject({
    standing,
    ...more,
    citation: { csl: { id: 'a-study' } },
  });
});
