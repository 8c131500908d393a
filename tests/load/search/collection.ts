import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Searchable } from '../../../src/search/engine.ts';

const Section = z.object({ id: z.string(), heading: z.string().default(''), text: z.string() });
const Document = z.object({
  id: z.string(),
  title: z.string().default(''),
  text: z.string().default(''),
  sections: z.array(Section).optional(),
});
const Question = z.object({ id: z.string(), text: z.string() });

/** What answers a question. */
export interface Judged {
  gain: number;
  /** The sections of the document that answer; none when only documents were judged. */
  sections: ReadonlySet<string>;
}

/** A test collection: documents, and questions with the documents judged to answer them. */
export interface Collection {
  documents: z.infer<typeof Document>[];
  questions: { text: string; judged: ReadonlyMap<string, Judged> }[];
}

const files = ['docs.jsonl', 'queries.jsonl', 'qrels.tsv'] as const;

/** The files that a folder lacks to be a collection. */
export function findMissing(folder: string): string[] {
  return files.map((name) => join(folder, name)).filter((path) => !existsSync(path));
}

/**
 * Reads a folder with `docs.jsonl` (id, title, text and, if it has them, sections), `queries.jsonl` (id, text) and
 * `qrels.tsv` (query, document, gain and, if it is known, section; with a heading line).
 * Questions without a relevant document are left out, as trec_eval does.
 */
export function readCollection(folder: string): Collection {
  const documents = readLines(join(folder, 'docs.jsonl')).map((line) => {
    const document = Document.parse(JSON.parse(line));
    const ofSections = document.sections?.map(({ heading, text }) => `${heading}\n${text}`).join('\n');
    return { ...document, text: document.text || (ofSections ?? '') };
  });
  const judged = new Map<string, Map<string, { gain: number; sections: Set<string> }>>();
  for (const line of readLines(join(folder, 'qrels.tsv')).slice(1)) {
    const [question = '', document = '', gain = '0', section = ''] = line.trimEnd().split('\t');
    if (Number(gain) <= 0) continue;
    const ofQuestion = judged.get(question) ?? new Map<string, { gain: number; sections: Set<string> }>();
    const seen = ofQuestion.get(document) ?? { gain: 0, sections: new Set<string>() };
    if (section !== '') seen.sections.add(section);
    ofQuestion.set(document, { gain: Math.max(seen.gain, Number(gain)), sections: seen.sections });
    judged.set(question, ofQuestion);
  }
  const questions = readLines(join(folder, 'queries.jsonl')).flatMap((line) => {
    const { id, text } = Question.parse(JSON.parse(line));
    const found = judged.get(id);
    return found === undefined ? [] : [{ text, judged: found }];
  });
  return { documents, questions };
}

/** A document as an article; one without sections has a single one. */
export function toArticle({ id, title, text, sections }: Collection['documents'][number]): Searchable {
  return {
    slug: id,
    title,
    description: '',
    tags: [],
    authors: [],
    questions: [],
    sections: sections ?? [{ id: null, heading: '', text }],
  };
}

function readLines(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean);
}
