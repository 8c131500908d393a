import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildIndex, buildSqliteIndex } from '../../src/search/build.ts';
import { prepareReader } from '../../src/search/entries.ts';
import { openIndex, openIndexFiles } from '../../src/search/flexsearch-engine.ts';
import { loadSqliteIndex } from '../../src/search/sqlite-engine.ts';
import { readCollection, toArticle } from '../load/search/collection.ts';
import { createEncyclopaedia } from '../load/search/encyclopaedia.ts';
import { askShipped, calibrate } from '../load/search/shipped.ts';
import { folderOfFile } from '../support/folders.ts';
import { joinFiles } from '../support/index-files.ts';

const folder = folderOfFile();

describe('templated questions over an encyclopaedia whose entries share the words of the template', () => {
  const collection = createEncyclopaedia();
  const articles = collection.documents.map(toArticle);
  const path = join(folder, 'encyclopaedia.sqlite');
  buildSqliteIndex(articles, path);
  const [memory, sqlite] = [openIndex(buildIndex(articles)), loadSqliteIndex(path)].map((engine) => {
    const gains = askShipped(engine, collection).map(({ ndcg10 }) => ndcg10);
    return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
  });

  it('find the entry that answers, not the one that repeats the name of its subject', () => {
    // Before short questions were told from long ones: .757.
    expect(memory).toBeGreaterThanOrEqual(0.81);
  });

  it('are ranked alike by both engines', () => {
    expect(Math.abs((memory ?? 0) - (sqlite ?? 1))).toBeLessThanOrEqual(0.005);
  });
});

describe('claims of SciFact, as they are answered behind the gate', () => {
  const collection = readCollection(new URL('../fixtures/search/scifact', import.meta.url).pathname);
  const answers = askShipped(openIndex(buildIndex(collection.documents.map(toArticle))), collection);
  const mean = (of: (answer: (typeof answers)[number]) => number) =>
    answers.reduce((sum, answer) => sum + of(answer), 0) / answers.length;

  it('find the abstracts that were judged', () => {
    expect(mean(({ ndcg10 }) => ndcg10)).toBeGreaterThanOrEqual(0.87);
  });

  it('are found as well in an index of many files', () => {
    // Which words an answer adds to a question is chosen from those that are rare in its file.
    const articles = collection.documents.map(toArticle);
    const files = Array.from({ length: 10 }, (_, at) => [articles.filter((_, number) => number % 10 === at)]);
    const split = askShipped(openIndexFiles(joinFiles(files, prepareReader([], 'en'))), collection);
    const gain = split.reduce((sum, { ndcg10 }) => sum + ndcg10, 0) / split.length;
    expect(Math.abs(gain - mean(({ ndcg10 }) => ndcg10))).toBeLessThanOrEqual(0.01);
  });

  it('are left without an answer at most once in fifty', () => {
    expect(answers.filter(({ confidence }) => confidence === 'none').length).toBeLessThanOrEqual(2);
  });

  it('are right more often the surer the answer is', () => {
    const [weak, likely, sure] = calibrate(answers);
    expect(sure?.right).toBeGreaterThanOrEqual(0.75);
    expect(sure?.right).toBeGreaterThan(likely?.right ?? 1);
    expect(likely?.right).toBeGreaterThan(weak?.right ?? 1);
  });
});
