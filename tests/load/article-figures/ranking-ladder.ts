/**
 * What each step of ranking adds, as nDCG@10 on public test collections.
 * Quoted in content/articles/ranking-without-a-model.md.
 * Run: node tests/load/article-figures/ranking-ladder.ts [folders of collections]; without any those in
 * data/collections The layout of a folder is described in collection.ts.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Encoder, Index } from 'flexsearch';
import MiniSearch from 'minisearch';
import { analyse, buildRanker, type Ranker } from './bm25f.ts';
import { type Collection, loadCollection, ndcgAt10 } from './collection.ts';
import { bootstrap, type Interval, mean } from './interval.ts';
import { report } from './machine.ts';

type Build = (documents: Collection['documents']) => Ranker;

const wholeText = ({ title, text }: { title: string; text: string }) => `${title} ${text}`;

/** FlexSearch with its own ranking; the encoder cache is off because with it on a build is not repeatable. */
function buildPlain(encoder: Encoder | ((content: string) => string[]), suggest: boolean): Build {
  return (documents) => {
    const index = new Index({ encoder });
    for (const document of documents) index.add(document.id, wholeText(document) || ' ');
    return { search: (query) => index.search(query, { limit: 10, suggest }).map(String) };
  };
}

const buildMiniSearch: Build = (documents) => {
  const index = new MiniSearch({ fields: ['title', 'text'] });
  index.addAll(documents);
  return { search: (query) => index.search(query).map(({ id }) => String(id)) };
};

const defaultEncoder = () => new Encoder({ cache: false });
const steps: [string, Build][] = [
  ['FlexSearch, as it comes', buildPlain(defaultEncoder(), false)],
  ['+ suggest: true', buildPlain(defaultEncoder(), true)],
  ['+ stems and stop words', buildPlain(analyse, true)],
  [
    '+ BM25 weights in the slots',
    (documents) => buildRanker({ documents, titleWeight: 1, slots: 16, isFeedbackOn: false }),
  ],
  [
    '+ title counts three times (BM25F)',
    (documents) => buildRanker({ documents, titleWeight: 3, slots: 16, isFeedbackOn: false }),
  ],
  [
    '+ feedback, first three kept',
    (documents) => buildRanker({ documents, titleWeight: 3, slots: 16, isFeedbackOn: true }),
  ],
  ['MiniSearch, as it comes', buildMiniSearch],
];

/** nDCG@10 of every question, and how many found nothing. */
function evaluate(ranker: Ranker, { queries, relevant }: Collection): { scores: number[]; empty: number } {
  let empty = 0;
  const scores = queries.map(({ id, text }) => {
    const ranking = ranker.search(text);
    if (ranking.length === 0) empty += 1;
    return ndcgAt10(ranking, relevant.get(id) ?? new Set());
  });
  return { scores, empty: empty / queries.length };
}

const say = (value: number) => value.toFixed(3);
const sayInterval = ({ low, high }: Interval) => `${say(low)} to ${say(high)}`;

const given = process.argv.slice(2);
const home = 'data/collections';
const folders = given.length > 0 ? given : existsSync(home) ? readdirSync(home).map((name) => join(home, name)) : [];
if (folders.length === 0) throw new Error(`There is no collection in ${home}: run collect-cranfield.ts beside this.`);

for (const folder of folders) {
  const collection = loadCollection(folder);
  let before: number[] | undefined;
  const rows = steps.map(([step, build]) => {
    const started = performance.now();
    const ranker = build(collection.documents);
    const builtMs = performance.now() - started;
    const { scores, empty } = evaluate(ranker, collection);
    const queryMs = (performance.now() - started - builtMs) / collection.queries.length;
    // The same questions before and after: what counts is the difference of each.
    const gains = before && scores.map((score, index) => score - (before?.[index] ?? 0));
    before = scores;
    return {
      step,
      'nDCG@10': say(mean(scores)),
      '95 %': sayInterval(bootstrap(scores, mean)),
      gain: gains ? say(mean(gains)) : '',
      'of the gain': gains ? sayInterval(bootstrap(gains, mean)) : '',
      'no answer': `${Math.round(empty * 100)} %`,
      'build ms': Math.round(builtMs),
      'ms a query': queryMs.toFixed(2),
    };
  });
  const { documents, queries } = collection;
  report(`${basename(folder)}: ${documents.length} documents, ${queries.length} queries`, rows);

  const coarse = [1, 2, 4, 8, 16, 32].map((slots) => {
    const ranker = buildRanker({ documents, titleWeight: 3, slots, isFeedbackOn: false });
    return { slots, 'nDCG@10': say(mean(evaluate(ranker, collection).scores)) };
  });
  report(`${basename(folder)}: how many slots a weight is rounded to (BM25F, no feedback)`, coarse);
}
