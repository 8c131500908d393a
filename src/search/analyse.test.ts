import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';

describe('analyse', () => {
  it('meets every way of writing a hyphenated name', () => {
    expect(analyse('IL-10')).toEqual(['il', '10', 'il10']);
    expect(analyse('IL10')).toEqual(['il', '10', 'il10']);
  });

  it('takes identifiers apart where words meet in them, and leaves abbreviations whole', () => {
    expect(analyse('X-RateLimit-Reset')).toEqual(['x', 'rate', 'limit', 'reset', 'xratelimitreset']);
    expect(analyse('additionalProperties: false')).toEqual(['addit', 'properti', 'additionalproperti', 'fals']);
    expect(analyse('mRNA, PhD and nDCG')).toEqual(['mrna', 'phd', 'ndcg']);
  });

  it('takes a number as one, whatever stands between its digits, and a decimal also for its whole part', () => {
    expect(analyse('31,742 or 31742')).toEqual(['31742', '31742']);
    expect(analyse('31.742 Wörter', 'de').slice(0, 3)).toEqual(['31', '31.742', '31742']);
    expect(analyse('0.545')).toEqual(['0', '0.545']);
    expect(analyse('299,734.5')).toEqual(['299734', '299734.5']);
    expect(analyse('62.4 % is 62,4 %')).toEqual(['62', '62.4', '62', '62.4']);
    expect(analyse('v1.2.3')).toEqual(['v', '1', '2', '3', '1.2.3', 'v1.2.3']);
    expect(analyse('am 27.11.2026')).toContain('2026');
    expect(analyse('1, 2. 3,and 0. Then IL-10.')).toEqual(['1', '2', '3', '0', 'il', '10', 'il10']);
  });

  it('folds case, accents, ligatures and typographic signs', () => {
    expect(analyse('Müller’s ﬁsh — naïve')).toEqual(analyse("muller's fish - naive"));
  });

  it('spells out Greek letters', () => {
    expect(analyse('TNF-α')).toContain('alpha');
  });

  // From the vocabulary that Snowball publishes with its English stemmer.
  it.each([
    ['consistency', 'consist'],
    ['consolatory', 'consolatori'],
    ['conspicuously', 'conspicu'],
    ['generously', 'generous'],
    ['generate', 'generat'],
    ['communication', 'communic'],
    ['hopping', 'hop'],
    ['hoping', 'hope'],
    ['knightly', 'knight'],
    ['kneeling', 'kneel'],
    ['agreed', 'agre'],
    ['feed', 'feed'],
    ['ties', 'tie'],
    ['cries', 'cri'],
    ['gas', 'gas'],
    ['gaps', 'gap'],
    ['kiwis', 'kiwi'],
    ['skies', 'sky'],
    ['dying', 'die'],
    ['news', 'news'],
    ['inning', 'inning'],
    ['luxuriated', 'luxuri'],
    ['relational', 'relat'],
    ['say', 'say'],
    ['enjoy', 'enjoy'],
  ])('stems %s to %s', (word, stem) => {
    expect(analyse(word)).toEqual([stem]);
  });

  // From the vocabulary that Snowball publishes with its German stemmer, without umlauts, which are folded before.
  it.each([
    ['aufeinander', 'aufeinand'],
    ['Häuser', 'haus'],
    ['Hauses', 'haus'],
    ['Kategorien', 'kategori'],
    ['Straßen', 'strass'],
    ['Veröffentlichungen', 'veroffentlich'],
  ])('stems the German %s to %s', (word, stem) => {
    expect(analyse(word, 'de-CH')).toEqual([stem]);
  });

  it('drops what carries no topic in German', () => {
    expect(analyse('Welche Artikel gibt es über die Häuser?', 'de')).toEqual(['haus']);
  });

  it('keeps every word as it is written in a language that it has no stemmer for', () => {
    expect(analyse('Ngā whare', 'mi')).toEqual(['nga', 'whare']);
  });

  it('drops words that carry no topic', () => {
    expect(analyse('What does the article say about it?')).toEqual(['say']);
  });

  it('takes neighbouring characters for terms where a script has no spaces', () => {
    expect(analyse('北京大学')).toEqual(['北京', '京大', '大学']);
    expect(analyse('サーハー')).toEqual(['サー', 'ーハ', 'ハー']);
  });

  it('leaves words of other alphabets whole', () => {
    expect(analyse('Москва')).toEqual(['москва']);
  });

  it('finds nothing in signs, emoji and control characters', () => {
    expect(analyse('🐝 \u0000\u0007 -- … \ud800')).toEqual([]);
  });
});
