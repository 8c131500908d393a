import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import * as orama from '@orama/orama';
import { Index } from 'flexsearch';
import english from 'flexsearch/lang/en';
import lunr from 'lunr';
import MiniSearch from 'minisearch';
import createWink from 'wink-bm25-text-search';
import { analyse } from '../../../src/search/analyse.ts';
import { buildIndex, buildSqliteIndex } from '../../../src/search/build.ts';
import type { SearchEngine } from '../../../src/search/engine.ts';
import { openIndex } from '../../../src/search/flexsearch-engine.ts';
import { loadSqliteIndex } from '../../../src/search/sqlite-engine.ts';
import { stopWords } from '../../../src/words/stop-words.ts';
import { type Collection, toArticle } from './collection.ts';
import type { Found } from './relevance.ts';

type Documents = Collection['documents'];
type Find = (question: string, limit: number) => Found[] | Promise<Found[]>;

/** One engine of the comparison: builds an index into a file and answers from that file. */
export interface SearchContender {
  name: string;
  build(documents: Documents, path: string): void | Promise<void>;
  load(path: string): Find | Promise<Find>;
  /** Ours, to be measured as they are shipped too. */
  open?(path: string): SearchEngine;
}

/** Each as its manual would set it up for questions in English: stemmed, any word may match, titles weighted. */
export const searchContenders: SearchContender[] = [
  {
    name: 'Quire',
    build: (documents, path) => writeFileSync(path, buildIndex(documents.map(toArticle))),
    load: (path) => askQuire(openIndex(readFileSync(path))),
    open: (path) => openIndex(readFileSync(path)),
  },
  {
    name: 'Quire on SQLite',
    build: (documents, path) => buildSqliteIndex(documents.map(toArticle), path),
    load: (path) => askQuire(loadSqliteIndex(path)),
    open: loadSqliteIndex,
  },
  {
    name: 'FlexSearch, plain',
    build(documents, path) {
      const index = new Index();
      for (const { id, title, text } of documents) index.add(id, `${title} ${text}`);
      writeFlexSearch(index, path);
    },
    load(path) {
      const index = readFlexSearch(new Index(), path);
      return (question, limit) => toFound(index.search(question, { limit }));
    },
  },
  {
    name: 'FlexSearch, English, suggest',
    build(documents, path) {
      const index = new Index({ encoder: { ...english, cache: false } });
      for (const { id, title, text } of documents) index.add(id, `${title} ${text}`);
      writeFlexSearch(index, path);
    },
    load(path) {
      const index = readFlexSearch(new Index({ encoder: { ...english, cache: false } }), path);
      return (question, limit) => toFound(index.search(question, { limit, suggest: true }));
    },
  },
  {
    name: 'MiniSearch',
    build(documents, path) {
      const index = new MiniSearch(miniSearchOptions);
      index.addAll(documents);
      writeFileSync(path, JSON.stringify(index));
    },
    load(path) {
      const index = MiniSearch.loadJSON(readFileSync(path, 'utf8'), miniSearchOptions);
      return (question, limit) =>
        toFound(
          index
            .search(question)
            .slice(0, limit)
            .map(({ id }) => id),
        );
    },
  },
  {
    name: 'Orama',
    async build(documents, path) {
      const index = createOrama();
      await orama.insertMultiple(index, documents);
      writeFileSync(path, JSON.stringify(orama.save(index)));
    },
    load(path) {
      const index = createOrama();
      orama.load(index, JSON.parse(readFileSync(path, 'utf8')));
      return async (term, limit) => {
        const { hits } = await orama.search(index, { term, limit, boost: { title: 2 } });
        return toFound(hits.map(({ id }) => id));
      };
    },
  },
  {
    name: 'lunr',
    build(documents, path) {
      const index = lunr(function configure() {
        this.ref('id');
        this.field('title', { boost: 2 });
        this.field('text');
        for (const document of documents) this.add(document);
      });
      writeFileSync(path, JSON.stringify(index));
    },
    load(path) {
      const index = lunr.Index.load(JSON.parse(readFileSync(path, 'utf8')));
      return (question, limit) =>
        toFound(
          index
            .search(question.replace(/[^\p{L}\p{N}]+/gu, ' '))
            .slice(0, limit)
            .map(({ ref }) => ref),
        );
    },
  },
  {
    name: 'wink-bm25',
    build(documents, path) {
      const engine = configureWink();
      for (const { id, title, text } of documents) engine.addDoc({ title, text }, id);
      engine.consolidate();
      writeFileSync(path, engine.exportJSON());
    },
    load(path) {
      const engine = createWink();
      engine.importJSON(readFileSync(path, 'utf8'));
      engine.definePrepTasks([analyse]);
      return (question, limit) => toFound(engine.search(question, limit).map(([id]) => id));
    },
  },
  {
    name: 'SQLite FTS5',
    build(documents, path) {
      rmSync(path, { force: true });
      const database = new DatabaseSync(path);
      database.exec(
        `CREATE VIRTUAL TABLE document USING fts5(id UNINDEXED, title, text, tokenize='porter unicode61'); BEGIN`,
      );
      const insert = database.prepare('INSERT INTO document VALUES (?, ?, ?)');
      for (const { id, title, text } of documents) insert.run(id, title, text);
      database.exec('COMMIT');
      database.close();
    },
    load(path) {
      const database = new DatabaseSync(path, { readOnly: true });
      const select = database.prepare(
        'SELECT id FROM document WHERE document MATCH ? ORDER BY bm25(document, 0, 2, 1) LIMIT ?',
      );
      return (question, limit) => {
        const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
        return toFound(select.all(words.map((word) => `"${word}"`).join(' OR '), limit).map(({ id }) => String(id)));
      };
    },
  },
];

/** Ranking is measured without the lowest score: what is too weak an answer is another question than the order. */
function askQuire(engine: SearchEngine): Find {
  return (text, limit) =>
    engine
      .search({ text, limit, minScore: 0, isVisible: () => true })
      .map(({ slug, sectionId }) => ({ id: slug, section: sectionId }));
}

function toFound(ids: readonly (string | number)[]): Found[] {
  return ids.map((id) => ({ id: String(id) }));
}

const miniSearchOptions = {
  fields: ['title', 'text'],
  tokenize: analyse,
  processTerm: (term: string) => term,
  searchOptions: { boost: { title: 2 } },
};

function createOrama() {
  return orama.create({
    schema: { id: 'string', title: 'string', text: 'string' },
    components: { tokenizer: { stemming: true, stemmerSkipProperties: ['id'], stopWords: [...stopWords.en] } },
  });
}

function configureWink() {
  const engine = createWink();
  engine.defineConfig({ fldWeights: { title: 2, text: 1 } });
  engine.definePrepTasks([analyse]);
  return engine;
}

function writeFlexSearch(index: Index, path: string): void {
  const chunks: [key: string, data: string][] = [];
  index.export((key, data) => {
    chunks.push([key, data]);
  });
  writeFileSync(path, JSON.stringify(chunks));
}

function readFlexSearch(index: Index, path: string): Index {
  const chunks: [key: string, data: string][] = JSON.parse(readFileSync(path, 'utf8'));
  for (const [key, data] of chunks) index.import(key, data);
  return index;
}
