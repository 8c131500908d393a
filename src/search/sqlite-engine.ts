import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { analyse } from './analyse.ts';
import type { Searchable, SearchEngine, SearchHit, SearchQuery } from './engine.ts';
import { createEntryReader, type Entry as ReadEntry } from './entries.ts';
import { analyserHash, refuseForeign } from './index-file.ts';
import { composeSnippet, type QuotableSentence } from './passage.ts';
import { minScore, readQuestion } from './query-terms.ts';
import { settings } from './ranking-weights.ts';
import { splitSentences } from './sentences.ts';
import { type Spelling, spellingKeys } from './spelling.ts';
import { listSpellings } from './spelling-index.ts';

/** FTS5's bm25() has k1 = 1.2 built in: no term adds more than idf * (k1 + 1). */
const highestFactor = 2.2;
/** Matches looked at for the best section of an article whose head matches better than any. */
const matchesRead = 1_000;
/** Of one word: FTS5 counts it as often as the question has it. */
const mostRepeats = 20;

const schema = `
  CREATE TABLE info (language TEXT NOT NULL, analyser TEXT NOT NULL, entries INTEGER NOT NULL);
  CREATE TABLE article (number INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, description TEXT NOT NULL, about TEXT NOT NULL);
  CREATE TABLE entry (id INTEGER PRIMARY KEY, article INTEGER NOT NULL, is_head INTEGER NOT NULL, section_id TEXT, heading TEXT NOT NULL, text TEXT NOT NULL);
  CREATE TABLE spelling (number INTEGER PRIMARY KEY, word TEXT NOT NULL, term TEXT NOT NULL);
  CREATE TABLE slip (key INTEGER NOT NULL, spelling INTEGER NOT NULL, PRIMARY KEY (key, spelling)) WITHOUT ROWID;
  CREATE VIRTUAL TABLE terms USING fts5(text, content='', tokenize='unicode61 remove_diacritics 0');
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(terms, row);`;

const Info = z.object({ language: z.string(), analyser: z.string(), entries: z.number() });
const Match = z.object({ id: z.number(), rank: z.number() });
const Matches = z.object({ doc: z.number() }).optional();
const Spellings = z.array(z.object({ word: z.string(), term: z.string() }));
const About = z.object({ about: z.string() }).optional();
const Entry = z.object({
  slug: z.string(),
  is_head: z.number(),
  section_id: z.string().nullable(),
  heading: z.string(),
  text: z.string(),
  description: z.string(),
});

/** Writes the articles into a new SQLite file with a full-text index; the same articles give the same bytes. */
export function buildSqliteIndex(articles: readonly Searchable[], path: string, reader = createEntryReader()): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${schema} BEGIN`);
  const addArticle = database.prepare('INSERT INTO article VALUES (?, ?, ?, ?)');
  const addEntry = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)');
  const addTerms = database.prepare('INSERT INTO terms (rowid, text) VALUES (?, ?)');
  // All of them first: what that looks up stays in the processor's cache.
  const read = articles.map(reader.read);
  let entries = 0;
  articles.forEach((article, number) => {
    const { slug, title, description, tags } = article;
    addArticle.run(number, slug, description, [title, description, ...tags].join(' '));
    const [head, ...sections] = (read[number] ?? []).map((entry) => weighTerms(entry, reader.terms));
    addEntry.run(entries, number, 1, null, title, description);
    addTerms.run(entries++, head?.all ?? '');
    article.sections.forEach(({ id, heading, text }, at) => {
      addEntry.run(entries, number, 0, id, heading || title, text);
      addTerms.run(entries++, `${head?.first} ${sections[at]?.all}`);
    });
  });
  const addSpelling = database.prepare('INSERT INTO spelling VALUES (?, ?, ?)');
  const addSlip = database.prepare('INSERT INTO slip VALUES (?, ?)');
  for (const [number, { word, term }] of listSpellings(read.flat(), reader).entries()) {
    addSpelling.run(number, word, term);
    for (const key of spellingKeys(word)) addSlip.run(key, number);
  }
  database.prepare('INSERT INTO info VALUES (?, ?, ?)').run(reader.language, analyserHash(reader.language), entries);
  database.exec(`COMMIT; INSERT INTO terms (terms) VALUES ('optimize')`);
  database.close();
}

/** The terms of an entry and of its first sentence, each as often as its field weighs: so FTS5 weighs it, in frequency and in length. */
function weighTerms({ terms, sentences }: ReadEntry, texts: readonly string[]): { all: string; first: string } {
  const weighed = sentences.map(({ kind, termEnd }, at) => {
    const own = terms.slice(sentences[at - 1]?.termEnd ?? 0, termEnd);
    const words = own.map((number) => texts[number]).join(' ');
    return Array.from({ length: settings.fieldWeights[kind] }, () => words).join(' ');
  });
  return { all: weighed.join(' '), first: weighed[0] ?? '' };
}

/**
 * Opens a file of `buildSqliteIndex`, of which nothing is read into memory. An article ranks as its best section does with
 * the title, by FTS5's own BM25, without feedback.
 * @throws Error when another version of the analyser built it
 */
export function loadSqliteIndex(path: string): SearchEngine {
  const database = new DatabaseSync(path, { readOnly: true });
  const info = Info.parse(database.prepare('SELECT language, analyser, entries FROM info').get());
  refuseForeign(info);
  const byRank = database.prepare(
    'SELECT rowid AS id, bm25(terms) AS rank FROM terms WHERE terms MATCH ? ORDER BY rank, rowid',
  );
  const byId = database.prepare('SELECT * FROM entry JOIN article ON article.number = entry.article WHERE id = ?');
  const aboutOf = database.prepare('SELECT about FROM article WHERE slug = ?');
  const anyWith = database.prepare('SELECT rowid AS id, 0 AS rank FROM terms WHERE terms MATCH ?');
  const has = database.prepare('SELECT 1 FROM terms WHERE terms MATCH ? AND rowid = ?');
  const byKey = database.prepare(
    'SELECT word, term FROM slip JOIN spelling ON spelling.number = slip.spelling WHERE key = ?',
  );
  const inVocabulary = database.prepare('SELECT doc FROM vocabulary WHERE term = ?');

  return { search, related };

  function search(query: SearchQuery): SearchHit[] {
    const isSeen = (row: unknown) => query.isVisible(readEntry(Match.parse(row).id).slug);
    const isKnown = (term: string) => countMatches(term) > 0 && anyWith.iterate(quoteTerm(term)).some(isSeen);
    const request = readQuestion(query.text, {
      language: info.language,
      isKnown,
      countMatches,
      findSpellings,
    });
    const { known, unknown } = request;
    if (known.size === 0 || query.limit <= 0) return [];
    const words = [...known].map(([term, count]) => ({ term, count, weight: idf(countMatches(term)) }));
    const weights = new Map(words.map(({ term, count, weight }) => [term, count * weight]));
    const total = highestFactor * words.reduce((sum, { weight, count }) => sum + weight * count, idf(0) * unknown);
    const least = query.minScore ?? minScore(request.words);
    const isAnswer = (id: number, value: number) =>
      query.minScore !== undefined ||
      value >= minScore(request.words, words.filter(({ term }) => has.get(quoteTerm(term), id)).length);
    const found = new Map<string, { entry: z.infer<typeof Entry>; value: number }>();
    let read = 0;
    // FTS5 counts a word as often as the question has it, and a word of two thousand times takes it a second.
    const terms = words.flatMap(({ term, count }) => Array<string>(Math.min(count, mostRepeats)).fill(quoteTerm(term)));
    for (const row of byRank.iterate(terms.join(' OR '))) {
      const { id, rank } = Match.parse(row);
      const value = Math.min(1, -rank / total) * 100;
      const isFull = found.size === query.limit;
      if (value < least || (isFull && ++read > matchesRead)) break;
      const entry = readEntry(id);
      const { slug } = entry;
      const seen = found.get(slug);
      if (seen?.entry.is_head === 1) seen.entry = entry;
      if (
        seen === undefined &&
        !isFull &&
        query.isVisible(slug) &&
        (query.isWanted?.(slug) ?? true) &&
        isAnswer(id, value)
      )
        found.set(slug, { entry, value });
      if (isFull && [...found.values()].every((hit) => hit.entry.is_head === 0)) break;
    }
    const understood = new Set(known.keys());
    return [...found].map(([slug, { entry, value }]) => ({
      slug,
      sectionId: entry.section_id,
      heading: entry.heading,
      snippet: composeSnippet(
        entry.heading,
        [entry.text, entry.description].map((text) => () => readSentences(text)),
        weights,
      ),
      terms: understood,
      score: Math.round(value * 10) / 10,
    }));
  }

  function related(slug: string, limit: number, isVisible: (slug: string) => boolean): string[] {
    const text = About.parse(aboutOf.get(slug))?.about ?? '';
    const isWanted = (other: string) => other !== slug;
    return search({ text, limit, minScore: 0, isVisible, isWanted }).map((hit) => hit.slug);
  }

  function readSentences(text: string): QuotableSentence<string>[] {
    return splitSentences(text).map((found) => ({ ...found, terms: new Set(analyse(found.text, info.language)) }));
  }

  function readEntry(id: number): z.infer<typeof Entry> {
    return Entry.parse(byId.get(id));
  }

  function findSpellings(key: number): Spelling[] {
    return Spellings.parse(byKey.all(key));
  }

  function countMatches(term: string): number {
    return Matches.parse(inVocabulary.get(term))?.doc ?? 0;
  }

  /** As FTS5's bm25() has it. */
  function idf(matches: number): number {
    return Math.max(1e-6, Math.log((info.entries - matches + 0.5) / (matches + 0.5)));
  }
}

/** A term as an FTS5 string: analysed terms hold letters and digits only, so none can break out. */
function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
