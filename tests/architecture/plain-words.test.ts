import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Files of each area that contain sentences or names. The specification is its owner's. */
const areas = {
  src: listFiles(['src'], /\.(?:ts|astro)$/),
  docs: ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...listFiles(['docs'], /(?<!specification)\.md$/)],
  content: listFiles(['content', 'src/software'], /\.md$/),
};

const areaNames = ['src', 'docs', 'content'] as const;

type Counts = { readonly [area in keyof typeof areas]: number };

/**
 * One habit of writing: how to find it, what to write instead, and how often it may still occur. A count may only fall.
 */
const rules: readonly { readonly habit: string; readonly pattern: RegExp; readonly limits: Counts }[] = [
  {
    habit: 'a clause that starts with a bare who: write "a client that"',
    pattern:
      /(?:^|[.:;] |\/\*\* |\/\/ |\* |\| )Whom? (?!is |are |was |gets |did )[a-z]|\b(?:for|by|to|with) who (?!is |are |was |you )[a-z]|\b[Ww]hoever\b/gm,
    limits: { src: 3, docs: 2, content: 16 },
  },
  {
    habit: 'a statement that starts with What: name the thing',
    pattern: /(?:^|\/\*\* |\/\/ |\* |\. )What (?!is |are |does |do |happens)[^?\n]*?[.:]/gm,
    limits: { src: 3, docs: 3, content: 23 },
  },
  {
    habit: 'a comment that starts with a preposition: add its noun',
    pattern:
      /(?:\/\*\* |\/\/ |\* )(?:Of|For|By|To|With|Without|Beside|After) [a-z]|@param \S+ (?:of|by|to|for|with|over|at|as|put|made|told|absent|asked|named|gets|called)\b/g,
    limits: { src: 0, docs: 1, content: 1 },
  },
  {
    habit: 'nobody, somebody, anybody, everybody: write caller, client, reader, author',
    pattern: /\b(?:no|any|every|some)body\b|\b(?:in|by|of) her\b/g,
    limits: { src: 25, docs: 1, content: 63 },
  },
  {
    habit: 'an old adverb: write again, recently, at the same time, or nothing',
    pattern: /\b(?:anew|of late|for ever|meanwhile|besides|all the same|alike|so long|hardly|dearest)\b/g,
    limits: { src: 6, docs: 4, content: 6 },
  },
  {
    habit: 'is no: write is not a',
    pattern: /\b(?:is|are|was|were) no [a-z]+/g,
    limits: { src: 37, docs: 7, content: 17 },
  },
  {
    habit: 'a program that says, tells or hears: write returns, prints, logs, receives',
    pattern: /\b(?:is|are|was|were) (?:said|told)\b|\bsaid (?:in|of|with|by|as|once)\b|\bhears?\b/g,
    limits: { src: 2, docs: 1, content: 13 },
  },
  {
    habit: 'a noun of our own: write cached, paid, prebuilt, Markdown version, listener',
    pattern: /\b(?:kept|sold|packed|held|luggage|twins?|doors?|shelf|wishes)\b/g,
    limits: { src: 22, docs: 1, content: 28 },
  },
  {
    habit: "not HTTP's noun: write response, URL, error, encoding",
    pattern: /\banswers?\b|\baddress(?:es)?\b|\brefusals?\b|\bcodings?\b/g,
    limits: { src: 412, docs: 101, content: 216 },
  },
  {
    habit: 'a thing that stands, lies, goes on or comes out: write is, continues, is released',
    pattern:
      /\b(?:stands?|lies|lie) (?:in|at|under|on|behind|before|there|where|right|beside)\b|\b(?:goes|go|went) on\b|\b(?:comes?|is|are) out\b/g,
    limits: { src: 12, docs: 2, content: 19 },
  },
];

function listFiles(folders: readonly string[], name: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => name.test(file))
      .map((file) => join(folder, file)),
  );
}

function count(files: readonly string[], pattern: RegExp): number {
  return files.reduce((sum, file) => sum + [...readFileSync(file, 'utf8').matchAll(pattern)].length, 0);
}

describe.each(rules)('$habit', ({ pattern, limits }) => {
  it.each(areaNames)('occurs in %s no more often than before', (area) => {
    // A change that lowers a count lowers its limit too, so that it cannot rise again.
    expect(count(areas[area], pattern)).toBeLessThanOrEqual(limits[area]);
  });
});
