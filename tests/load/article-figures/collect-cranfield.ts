/**
 * Brings Cranfield (1,400 abstracts, 225 questions) into the layout of collection.ts, in data/collections/cranfield,
 * unless it is there. Quoted in content/articles/ranking-without-a-model.md.
 * Run: node tests/load/article-figures/collect-cranfield.ts [git repository to read instead of the public one]
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFolders } from './snapshot.ts';

const target = 'data/collections/cranfield';
const [repository = 'https://github.com/olivernn/cranfield'] = process.argv.slice(2);

/** One entry a `.I`, one field a letter: `.T` title, `.W` words. Line ends inside a field are spaces. */
function readFields(file: string): Map<string, string>[] {
  return file
    .split(/^\.I .*$/m)
    .slice(1)
    .map((entry) => {
      const parts = entry.split(/^\.([A-Z])\s*$/m).slice(1);
      const pairs = parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1] ?? ''] as const] : []));
      const fields = new Map<string, string>();
      // One document has words in two fields.
      for (const [name, text] of pairs)
        fields.set(name, `${fields.get(name) ?? ''} ${text}`.replaceAll(/\s+/g, ' ').trim());
      return fields;
    });
}

if (existsSync(join(target, 'docs.jsonl'))) console.log(`${target} is there.`);
else {
  const clone = mkdtempSync(join(tmpdir(), 'cranfield-'));
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--depth', '1', repository, clone], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${repository} cannot be cloned: ${stderr}`);
  const files = readFolders(clone, ['data/cran']);
  rmSync(clone, { recursive: true });
  const read = (name: string) => files.get(`data/cran/${name}`) ?? '';
  const documents = readFields(read('cran.all.1400')).map((fields, at) => {
    const title = fields.get('T') ?? '';
    const words = fields.get('W') ?? '';
    // The words begin with the title once more.
    return { id: String(at + 1), title, text: words.startsWith(title) ? words.slice(title.length).trim() : words };
  });
  // A judgement names a question by its place in the file, not by the number that it has there.
  const queries = readFields(read('cran.qry')).map((fields, at) => ({
    id: String(at + 1),
    text: fields.get('W') ?? '',
  }));
  // The grade tells how relevant; -1, the lowest code, is relevant too. The measure here takes each as one.
  const judged = read('cranqrel')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const lines = (rows: readonly object[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`;
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'queries.jsonl'), lines(queries));
  writeFileSync(
    join(target, 'qrels.tsv'),
    `query_id\tdoc_id\tgain\n${judged.map(([query, document]) => `${query}\t${document}\t1`).join('\n')}\n`,
  );
  writeFileSync(join(target, 'docs.jsonl'), lines(documents));
  console.log(`${target}: ${documents.length} documents, ${queries.length} questions, ${judged.length} judgements.`);
}
