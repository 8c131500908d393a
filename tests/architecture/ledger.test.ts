import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSentences } from '../specification/contract-document.ts';
import { contractLedger } from '../specification/contract-ledger.ts';
import { ledger } from '../specification/ledger.ts';
import { readDemands, readFields } from '../specification/specification-document.ts';

it('has an entry for every field, rule, row and sentence of the specification, and for nothing else', () => {
  const required = [
    ...readFields().map(({ shape, path }) => `2 ${shape} ${path}`),
    ...readDemands().map(({ id }) => id),
  ];
  expect(new Set(required).size).toBe(required.length);
  expect(required.length).toBeGreaterThan(130);
  expect(Object.keys(ledger).toSorted()).toEqual(required.toSorted());
});

it.each([
  ['Error error.docs_url', 'string', false],
  ['PaginatedArticles pagination.next', 'string or null', false],
  ['AskResponse results.score', 'number', false],
  ['MCPResponse error.code', 'integer', false],
  ['PaymentError payment.price', 'number', true],
])('reads of the specification that it has %s as %s', (field, type, isRequired) => {
  const found = readFields().find(({ shape, path }) => `${shape} ${path}` === field);
  expect(found).toMatchObject({ type, isRequired });
});

it('has an entry for every sentence of the contract, found by its first words, and for nothing else', () => {
  const sentences = readSentences();
  expect(sentences.length).toBeGreaterThan(150);
  expect(Object.keys(contractLedger).toSorted()).toEqual([...new Set(sentences.map(({ topic }) => topic))].toSorted());
  for (const [topic, entries] of Object.entries(contractLedger)) {
    const texts = sentences.filter((sentence) => sentence.topic === topic).map(({ text }) => text);
    const starterText = Object.keys(entries);
    const found = texts.map((text) => starterText.filter((beginning) => text.startsWith(beginning)));
    expect({ topic, found }).toEqual({ topic, found: texts.map(() => [expect.any(String)]) });
    expect(starterText.toSorted()).toEqual(found.flat().toSorted());
  }
});

const proofs = [
  ...Object.entries(ledger),
  ...Object.entries(contractLedger).flatMap(([topic, entries]) =>
    Object.entries(entries).flatMap(([beginning, of]) => of.map((proof) => [`${topic}: ${beginning}`, proof] as const)),
  ),
];

it.each(proofs)('names tests that exist for %s, by their whole title', (_, [file, ...tests]) => {
  const text = readFileSync(file, 'utf8');
  for (const test of tests) expect(text).toMatch(new RegExp(`\\(\\s*'${RegExp.escape(test)}',`));
});
