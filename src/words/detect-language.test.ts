import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findForeignLanguage } from '../core/question-answering.ts';

/** The questions of the search tests, all English but for those that begin with a German word. */
const questions = readdirSync('tests/fixtures/search', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.jsonl?$/.test(name) && !/docs|read-passages/.test(name))
  .flatMap(
    (name) =>
      readFileSync(`tests/fixtures/search/${name}`, 'utf8').match(
        /"(?:question|text|query)": "[^"]+"|"[^"]+\?": \[/g,
      ) ?? [],
  )
  .map((line) => line.replace(/^"\w+": "|"(?:: \[)?$/g, ''))
  .filter((text) => !/^(?:Was|Wie|Warum|Welche) /.test(text));

describe('the language of a question to English texts', () => {
  it.each([
    ['Comment fonctionne BM25 ?', 'fr'],
    ["Cos'è il jitter?", 'it'],
    ['Was ist Jitter?', 'de'],
    ['Wie funktioniert BM25?', 'de'],
    ['Was steht im Header RateLimit-Policy?', 'de'],
    ['Welche Clients bezahlen x402?', 'de'],
    ['¿Cuántos sitios publican llms.txt?', 'es'],
    ['Combien de clients x402 ?', 'fr'],
    ['O que é BM25?', 'pt'],
    ['¿Qué es BM25?', 'es'],
    ['что такое BM25', 'und-Cyrl'],
    ['что такое Content-Type idempotency', 'und-Cyrl'],
    ['BM25とは何ですか', 'ja'],
    ['什么是BM25', 'und-Hani'],
    ['jitter란 무엇인가요', 'ko'],
    ['ما هو BM25', 'und-Arab'],
    ['Τι είναι το jitter', 'el'],
  ])('of "%s" is %s', (text, language) => {
    expect(findForeignLanguage(text, 'en')).toBe(language);
  });

  it.each([
    'S.E.L.',
    'a.d.l.s',
    'α-diversity and β',
    'what does привет mean',
    'the 茶 ceremony',
    'vitamin d',
    'BM25',
    '',
  ])('of "%s" is not told', (text) => {
    expect(findForeignLanguage(text, 'en')).toBeUndefined();
  });

  it('is theirs for each question of the search tests', () => {
    expect(questions.length).toBeGreaterThan(300);
    expect(questions.filter((text) => findForeignLanguage(text, 'en') !== undefined)).toEqual([]);
  });
});

it('the script of a publication is its own', () => {
  expect(findForeignLanguage('что такое BM25', 'ru')).toBeUndefined();
  expect(findForeignLanguage('BM25とは何ですか', 'ja')).toBeUndefined();
  expect(findForeignLanguage('検索順位の付け方', 'ja')).toBeUndefined();
  expect(findForeignLanguage('BM25とは何ですか', 'zh-TW')).toBe('ja');
});
