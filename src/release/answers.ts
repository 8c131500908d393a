import { closeSync, openSync, writeSync } from 'node:fs';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Coded, formsOf, tagOf } from '../answers/forms.ts';
import type { PackedAnswers } from '../answers/packed.ts';
import { parts } from './parts.ts';

/** One answer that was made at the build: always a 200 that anybody gets. */
interface Packed {
  type: string;
  tag: string;
  /** Which of the sets of headers. */
  headers: number;
  /** First byte in the file, then the lengths of the plain form and, where there are such, of brotli and gzip. */
  place: readonly [start: number, identity: number, br: number, gzip: number];
}

/** What answers.json holds. */
interface Table {
  headers: string[][];
  answers: Record<string, Packed>;
}

/** Writes answers into a release, one after the other. */
export function createAnswerWriter(folder: string) {
  const file = openSync(join(folder, parts.answerBytes), 'w');
  const answers: Table['answers'] = {};
  const headerSets = new Map<string, number>();
  let start = 0;

  function put(bytes: Uint8Array | undefined): number {
    if (!bytes) return 0;
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    return bytes.length;
  }

  function numberOf(headers: readonly string[]): number {
    const text = JSON.stringify(headers);
    const known = headerSets.get(text) ?? headerSets.size;
    headerSets.set(text, known);
    return known;
  }

  return {
    /** @param about.headers flat, without those of a form */
    add(address: string, coded: Coded, about: { type: string; headers: readonly string[] }) {
      const lengths = [put(coded.identity), put(coded.br), put(coded.gzip)] as const;
      const headers = numberOf(about.headers);
      answers[address] = { type: about.type, tag: tagOf(coded.identity), headers, place: [start, ...lengths] };
      start += lengths[0] + lengths[1] + lengths[2];
    },
    async end() {
      closeSync(file);
      const headers = [...headerSets.keys()].map((text): string[] => JSON.parse(text));
      await writeFile(join(folder, parts.answers), `${JSON.stringify({ headers, answers } satisfies Table)}\n`);
    },
  };
}

/** @throws Error when the release has none */
export async function openPackedAnswers(folder: string): Promise<PackedAnswers> {
  const { headers: sets, answers }: Table = JSON.parse(await readFile(join(folder, parts.answers), 'utf8'));
  const table = new Map(Object.entries(answers));
  const file = await open(join(folder, parts.answerBytes), 'r');
  return {
    has: (address) => table.has(address),
    async read(address) {
      const packed = table.get(address);
      if (!packed) return undefined;
      const { type, tag, headers, place } = packed;
      return {
        status: 200,
        headers: sets[headers] ?? [],
        content: formsOf(await readCoded(file, place), { type, tag }),
      };
    },
    close: () => file.close(),
  };
}

async function readCoded(file: FileHandle, [start, identity, br, gzip]: Packed['place']): Promise<Coded> {
  const bytes = Buffer.alloc(identity + br + gzip);
  await file.read(bytes, 0, bytes.length, start);
  return {
    identity: bytes.subarray(0, identity),
    ...(br > 0 && { br: bytes.subarray(identity, identity + br) }),
    ...(gzip > 0 && { gzip: bytes.subarray(identity + br) }),
  };
}
