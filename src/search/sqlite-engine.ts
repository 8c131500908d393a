import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { analyse } from './analyse.ts';
import type { Searchable, SearchEngine, SearchHit, SearchQuery } from './engine.ts';
import { isWanted } from './filters.ts';
import { inverseFrequency } from './impact.ts';
import { analyserHash, refuseForeign } from './index-file.ts';
import { findKnownTerms } from './query-terms.ts';
import { settings } from './settings.ts';
import { createSnippets } from './snippet.ts';

/** FTS5's bm25() has k1 = 1.2 built in: no term adds more than idf * (k1 + 1). */
const highestFactor = 2.2;
const relatedTerms = 30;

const schema = `
  CREATE TABLE info (analyser TEXT NOT NULL, entries INTEGER NOT NULL);
  CREATE TABLE article (number INTEGER PRIMARY KEY, slug TEXT NOT NULL UNIQUE, facts TEXT NOT NULL);
  CREATE TABLE entry (id INTEGER PRIMARY KEY, article INTEGER NOT NULL, section_id TEXT, heading TEXT NOT NULL, text TEXT NOT NULL);
  CREATE VIRTUAL TABLE terms USING fts5(title, heading, text, content='', tokenize='unicode61 remove_diacritics 0');
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(terms, row);`;

const Info = z.object({ analyser: z.string(), entries: z.number() });
const Match = z.object({ id: z.number(), rank: z.number() });
const Entry = z.object({ section_id: z.string().nullable(), heading: z.string(), text: z.string(), facts: z.string() });
const Matches = z.object({ doc: z.number() });
const Facts = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  tier: z.enum(['free', 'paid']),
  date: z.string(),
  tags: z.array(z.string()),
  authors: z.array(z.string()),
});

/** Writes the articles into a new SQLite file with a full-text index; the same articles give the same bytes. */
export function buildSqliteIndex(articles: readonly Searchable[], path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; ${schema} BEGIN`);
  const addArticle = database.prepare('INSERT INTO article VALUES (?, ?, ?)');
  const addEntry = database.prepare('INSERT INTO entry VALUES (?, ?, ?, ?, ?)');
  const addTerms = database.prepare('INSERT INTO terms (rowid, title, heading, text) VALUES (?, ?, ?, ?)');
  let entries = 0;
  articles.forEach((article, number) => {
    addArticle.run(number, article.slug, JSON.stringify(Facts.parse(article)));
    const title = analyse(article.title).join(' ');
    const summary = [article.description, ...article.tags, ...article.authors].join(' ');
    addEntry.run(entries, number, null, article.title, article.description);
    addTerms.run(entries++, title, '', analyse(summary).join(' '));
    for (const { id, heading, text } of article.sections) {
      addEntry.run(entries, number, id, heading, text);
      addTerms.run(entries++, title, analyse(heading).join(' '), analyse(text).join(' '));
    }
  });
  database.prepare('INSERT INTO info VALUES (?, ?)').run(analyserHash(), entries);
  database.exec(`COMMIT; INSERT INTO terms (terms) VALUES ('optimize')`);
  database.close();
}

/**
 * Opens a file of `buildSqliteIndex`: nothing is read into memory, so it serves collections that are too large for the other engine.
 * @throws Error when another version of the analyser built it
 */
export function loadSqliteIndex(path: string): SearchEngine & { close(): void } {
  const database = new DatabaseSync(path, { readOnly: true });
  const info = Info.parse(database.prepare('SELECT analyser, entries FROM info').get());
  refuseForeign(info);
  const byRank = database.prepare(
    'SELECT rowid AS id, bm25(terms, ?, ?, 1) AS rank FROM terms WHERE terms MATCH ? ORDER BY rank, rowid',
  );
  const byId = database.prepare(
    'SELECT section_id, heading, text, facts FROM entry JOIN article ON article.number = entry.article WHERE id = ?',
  );
  const anyWith = database.prepare('SELECT rowid AS id, 0 AS rank FROM terms WHERE terms MATCH ?');
  const inVocabulary = database.prepare('SELECT doc FROM vocabulary WHERE term = ?');
  const ofArticle = database.prepare(
    `SELECT section_id, heading, text, facts FROM entry JOIN article ON article.number = entry.article
     WHERE slug = ? ORDER BY id LIMIT 1`,
  );

  return { search, related, close: () => database.close() };

  function search(query: SearchQuery): SearchHit[] {
    const terms = findKnownTerms(query.text, {
      isKnown: (term) => countMatches(term) > 0 && isSeen(term, query.isVisible),
      rarity: (term) => -countMatches(term),
    });
    if (terms.length === 0 || query.limit <= 0) return [];
    const weights = new Map(terms.map((term) => [term, inverseFrequency(countMatches(term), info.entries)]));
    const highest = highestFactor * weights.values().reduce((sum, weight) => sum + weight, 0);
    const snippetOf = createSnippets(weights);
    const hits = new Map<string, SearchHit>();
    for (const { id, rank } of findMatches(terms)) {
      const { facts, section_id: sectionId, heading, text } = readEntry(id);
      if (hits.has(facts.slug) || !isWanted(facts, query)) continue;
      const snippet = snippetOf(text === '' ? facts.description : text);
      const score = Math.min(100, Math.round((-rank / highest) * 1000) / 10);
      hits.set(facts.slug, { slug: facts.slug, sectionId, heading, snippet, score });
      if (hits.size === query.limit) break;
    }
    return [...hits.values()];
  }

  function related(slug: string, limit: number, isVisible: (slug: string) => boolean): string[] {
    const row = ofArticle.get(slug);
    if (row === undefined || limit <= 0) return [];
    const { title, description, tags } = Facts.parse(JSON.parse(Entry.parse(row).facts));
    const terms = new Set(analyse([title, description, ...tags].join(' ')));
    const found = new Set<string>();
    for (const { id } of findMatches([...terms].slice(0, relatedTerms))) {
      const { facts } = readEntry(id);
      if (facts.slug === slug || !isVisible(facts.slug)) continue;
      found.add(facts.slug);
      if (found.size === limit) break;
    }
    return [...found];
  }

  function* findMatches(terms: readonly string[]): Generator<z.infer<typeof Match>> {
    if (terms.length === 0) return;
    const rows = byRank.iterate(settings.titleWeight, settings.headingWeight, terms.map(quote).join(' OR '));
    for (const row of rows) yield Match.parse(row);
  }

  function readEntry(id: number) {
    const { facts, ...entry } = Entry.parse(byId.get(id));
    return { ...entry, facts: Facts.parse(JSON.parse(facts)) };
  }

  function countMatches(term: string): number {
    const row = inVocabulary.get(term);
    return row === undefined ? 0 : Matches.parse(row).doc;
  }

  function isSeen(term: string, isVisible: (slug: string) => boolean): boolean {
    for (const row of anyWith.iterate(quote(term))) {
      if (isVisible(readEntry(Match.parse(row).id).facts.slug)) return true;
    }
    return false;
  }
}

/** A term as an FTS5 string: analysed terms hold letters and digits only, so none can break out. */
function quote(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
