import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { analyse } from './analyse.ts';
import { Facts, factsOf } from './article-table.ts';
import type { Searchable, SearchEngine, SearchHit, SearchQuery } from './engine.ts';
import { createEntryReader, type Entry as ReadEntry } from './entries.ts';
import { isWanted } from './filters.ts';
import { analyserHash, refuseForeign } from './index-file.ts';
import { choosePassage, composeSnippet, tidyPassage } from './passage.ts';
import { readQuestion, weighQuestion } from './query-terms.ts';
import { splitSentences } from './sentences.ts';
import { settings } from './settings.ts';

/** FTS5's bm25() has k1 = 1.2 built in: no term adds more than idf * (k1 + 1). */
const highestFactor = 2.2;
const relatedTerms = 30;
/** Matches looked at for the best section of an article whose head matches better than any. */
const matchesRead = 1_000;

const schema = `
  CREATE TABLE info (analyser TEXT NOT NULL, entries INTEGER NOT NULL);
  CREATE TABLE article (number INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, facts TEXT NOT NULL);
  CREATE TABLE entry (id INTEGER PRIMARY KEY, article INTEGER NOT NULL, is_head INTEGER NOT NULL, section_id TEXT, heading TEXT NOT NULL, text TEXT NOT NULL);
  CREATE VIRTUAL TABLE terms USING fts5(text, content='', tokenize='unicode61 remove_diacritics 0');
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(terms, row);`;

const Info = z.object({ analyser: z.string(), entries: z.number() });
const Match = z.object({ id: z.number(), rank: z.number() });
const Matches = z.object({ doc: z.number() });
const Entry = z.object({
  is_head: z.number(),
  section_id: z.string().nullable(),
  heading: z.string(),
  text: z.string(),
  facts: z.string().transform((text) => Facts.parse(JSON.parse(text))),
});

/** Writes the articles into a new SQLite file with a full-text index; the same articles give the same bytes. */
export function buildSqliteIndex(articles: readonly Searchable[], path: string, reader = createEntryReader()): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${schema} BEGIN`);
  const addArticle = database.prepare('INSERT INTO article VALUES (?, ?, ?)');
  const addEntry = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?)');
  const addTerms = database.prepare('INSERT INTO terms (rowid, text) VALUES (?, ?)');
  let entries = 0;
  articles.forEach((article, number) => {
    addArticle.run(number, article.slug, JSON.stringify(factsOf(article)));
    const { head, sections } = reader.read(article);
    const title = weighTerms({ ...head, sentences: head.sentences.slice(0, 1) }, reader.terms);
    addEntry.run(entries, number, 1, null, article.title, article.description);
    addTerms.run(entries++, weighTerms(head, reader.terms));
    article.sections.forEach(({ id, heading, text }, at) => {
      const section = sections[at];
      addEntry.run(entries, number, 0, id, heading || article.title, text);
      addTerms.run(entries++, `${title} ${section ? weighTerms(section, reader.terms) : ''}`);
    });
  });
  database.prepare('INSERT INTO info VALUES (?, ?)').run(analyserHash(), entries);
  database.exec(`COMMIT; INSERT INTO terms (terms) VALUES ('optimize')`);
  database.close();
}

/** The terms of an entry, each as often as its field weighs: so FTS5 weighs it, in frequency and in length. */
function weighTerms({ terms, sentences }: ReadEntry, termOf: readonly string[]): string {
  return sentences
    .flatMap(({ kind, termEnd }, at) => {
      const own = terms.slice(sentences[at - 1]?.termEnd ?? 0, termEnd).map((term) => termOf[term] ?? '');
      return Array.from({ length: settings.fieldWeights[kind] }, () => own.join(' '));
    })
    .join(' ');
}

/**
 * Opens a file of `buildSqliteIndex`: nothing is read into memory, so it serves collections that are too large for the
 * other engine. An article ranks as its best section does with the title, by FTS5's own BM25, without feedback.
 * @throws Error when another version of the analyser built it
 */
export function loadSqliteIndex(path: string): SearchEngine & { close(): void } {
  const database = new DatabaseSync(path, { readOnly: true });
  const info = Info.parse(database.prepare('SELECT analyser, entries FROM info').get());
  refuseForeign(info);
  const columns = 'is_head, section_id, heading, text, facts FROM entry JOIN article ON article.number = entry.article';
  const byRank = database.prepare(
    'SELECT rowid AS id, bm25(terms) AS rank FROM terms WHERE terms MATCH ? ORDER BY rank, rowid',
  );
  const byId = database.prepare(`SELECT ${columns} WHERE id = ?`);
  const ofArticle = database.prepare(`SELECT ${columns} WHERE slug = ? ORDER BY id LIMIT 1`);
  const anyWith = database.prepare('SELECT rowid AS id, 0 AS rank FROM terms WHERE terms MATCH ?');
  const inVocabulary = database.prepare('SELECT doc FROM vocabulary WHERE term = ?');

  return { search, related, close: () => database.close() };

  function search(query: SearchQuery): SearchHit[] {
    const { known, unknown } = readQuestion(query.text, {
      isKnown: (term) => countMatches(term) > 0 && isSeen(term, query.isVisible),
      countMatches,
    });
    if (known.size === 0 || query.limit <= 0) return [];
    const words = [...known].map(([term, count]) => ({ term, count, weight: idf(countMatches(term)) }));
    const weights = new Map(words.map(({ term, count, weight }) => [term, count * weight]));
    const total = highestFactor * weighQuestion([{ weight: idf(0), count: unknown }, ...words]);
    const found = new Map<string, { entry: z.infer<typeof Entry>; value: number }>();
    let read = 0;
    // FTS5 counts a word as often as the question has it.
    for (const { id, rank } of findMatches(words.flatMap(({ term, count }) => Array<string>(count).fill(term)))) {
      const value = Math.min(1, -rank / total) * 100;
      const isFull = found.size === query.limit;
      if (value < (query.leastScore ?? settings.leastScore) || (isFull && ++read > matchesRead)) break;
      const entry = readEntry(id);
      const seen = found.get(entry.facts.slug);
      if (seen?.entry.is_head === 1) seen.entry = entry;
      if (seen === undefined && !isFull && isWanted(entry.facts, query)) found.set(entry.facts.slug, { entry, value });
      if (isFull && [...found.values()].every((hit) => hit.entry.is_head === 0)) break;
    }
    const terms = new Set(known.keys());
    return [...found].map(([slug, { entry, value }]) => ({
      slug,
      sectionId: entry.section_id,
      heading: entry.heading,
      snippet: composeSnippet(entry.heading, [quote(entry.text, weights), quote(entry.facts.description, weights)]),
      terms,
      score: Math.round(value * 10) / 10,
    }));
  }

  function related(slug: string, limit: number, isVisible: (slug: string) => boolean): string[] {
    const row = ofArticle.get(slug);
    if (row === undefined || limit <= 0) return [];
    const { title, description, tags } = Entry.parse(row).facts;
    const terms = new Set(analyse([title, description, ...tags].join(' ')));
    const found = new Set<string>();
    for (const { id } of findMatches([...terms].slice(0, relatedTerms))) {
      const { facts } = readEntry(id);
      if (facts.slug !== slug && isVisible(facts.slug)) found.add(facts.slug);
      if (found.size === limit) break;
    }
    return [...found];
  }

  function* findMatches(terms: readonly string[]): Generator<z.infer<typeof Match>> {
    if (terms.length === 0) return;
    for (const row of byRank.iterate(terms.map(quoteTerm).join(' OR '))) yield Match.parse(row);
  }

  function readEntry(id: number): z.infer<typeof Entry> {
    return Entry.parse(byId.get(id));
  }

  function countMatches(term: string): number {
    const row = inVocabulary.get(term);
    return row === undefined ? 0 : Matches.parse(row).doc;
  }

  /** As FTS5's bm25() has it. */
  function idf(matches: number): number {
    return Math.max(1e-6, Math.log((info.entries - matches + 0.5) / (matches + 0.5)));
  }

  function isSeen(term: string, isVisible: (slug: string) => boolean): boolean {
    for (const row of anyWith.iterate(quoteTerm(term))) {
      if (isVisible(readEntry(Match.parse(row).id).facts.slug)) return true;
    }
    return false;
  }
}

/** The passage of a text that carries the most of a question. */
function quote(text: string, weights: ReadonlyMap<string, number>) {
  const sentences = splitSentences(text).map((sentence) => ({
    ...sentence,
    length: sentence.text.length,
    terms: new Set(analyse(sentence.text)),
  }));
  const passage = choosePassage(sentences, weights);
  if (!passage) return undefined;
  const quoted = sentences.slice(passage.first, passage.last + 1);
  return { text: tidyPassage(quoted.map((sentence) => sentence.text).join('')), weight: passage.weight };
}

/** A term as an FTS5 string: analysed terms hold letters and digits only, so none can break out. */
function quoteTerm(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
