import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Document = z.object({ id: z.string(), title: z.string(), text: z.string() });
const Question = z.object({ id: z.string(), text: z.string() });

/** A test collection: documents, and questions with the documents judged to answer them. */
export interface Collection {
  documents: z.infer<typeof Document>[];
  questions: { text: string; gains: ReadonlyMap<string, number> }[];
}

/**
 * Reads a folder with `docs.jsonl` (id, title, text), `queries.jsonl` (id, text) and `qrels.tsv` (query, document, gain, with a heading line).
 * Questions without a relevant document are left out, as trec_eval does.
 */
export function readCollection(folder: string): Collection {
  const documents = readLines(join(folder, 'docs.jsonl')).map((line) => Document.parse(JSON.parse(line)));
  const gains = new Map<string, Map<string, number>>();
  for (const line of readLines(join(folder, 'qrels.tsv')).slice(1)) {
    const [question = '', document = '', gain = '0'] = line.split('\t');
    if (Number(gain) <= 0) continue;
    gains.set(question, (gains.get(question) ?? new Map<string, number>()).set(document, Number(gain)));
  }
  const questions = readLines(join(folder, 'queries.jsonl')).flatMap((line) => {
    const { id, text } = Question.parse(JSON.parse(line));
    const judged = gains.get(id);
    return judged === undefined ? [] : [{ text, gains: judged }];
  });
  return { documents, questions };
}

function readLines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}
