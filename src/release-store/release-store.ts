import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { incoming, openFileObjects } from './file-objects.ts';
import { type ObjectStore, StoreFailure } from './object-store.ts';

/** Content of a pointer: which release was current from its number on. */
const Pointer = z.object({
  release: z.string().regex(/^[0-9a-f]{16}$/),
  /** SHA-256 of its manifest, which is a part as well. */
  manifest: z.string().regex(/^[0-9a-f]{64}$/),
  software: z.string(),
  baseUrl: z.string(),
  /** RFC 3339, by the clock of the publisher. */
  at: z.iso.datetime(),
  /** `user@host`, for people. */
  publisher: z.string(),
});
export type Pointer = z.infer<typeof Pointer>;

export interface NumberedPointer extends Pointer {
  /** From 1 on. The highest number is the current one. */
  number: number;
}

export interface StoredPart {
  digest: string;
  bytes: number;
  /** Epoch milliseconds. */
  writtenAt: number;
}

/**
 * Releases that machines share. Parts are objects named by their SHA-256, so releases share equal ones, and a part
 * never changes. What is current is the pointer with the highest number; a number is given once. Every method throws a
 * `StoreFailure`.
 */
export interface ReleaseStore {
  /** Its URL, for messages. */
  url: string;
  /**
   * Tries whether the server refuses to overwrite an object that must not exist yet.
   * @throws StoreFailure that says what it does instead
   */
  probe(): Promise<void>;
  listParts(): AsyncIterable<StoredPart>;
  /** @returns undefined when the store lost it */
  findPart(digest: string): Promise<StoredPart | undefined>;
  /** @returns undefined when it does not exist */
  getPart(digest: string): Promise<Readable | undefined>;
  putPart(digest: string, path: string): Promise<void>;
  removePart(digest: string): Promise<void>;
  /** Numbers of the pointers behind `after`, in order. */
  listNumbers(after?: number): Promise<number[]>;
  /** @returns undefined when it does not exist */
  readPointer(number: number): Promise<NumberedPointer | undefined>;
  /** @returns false when another publisher took this number */
  writePointer(number: number, pointer: Pointer): Promise<boolean>;
  removePointer(number: number): Promise<void>;
  /** Removes what killed publishers left before this time, in epoch milliseconds. */
  removeUnfinished(before: number): Promise<void>;
  close(): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

const probes = 'probe/';
const partsPrefix = 'parts/';
const pointersPrefix = 'releases/';
const digits = 12;
const partName = (digest: string) => partsPrefix + digest;
const pointerName = (number: number) => `${pointersPrefix}${String(number).padStart(digits, '0')}.json`;

/**
 * Opens RELEASE_STORE without a request to it.
 * @param env where the S3 client is configured
 */
export async function openReleaseStore(url: string, env: Environment): Promise<ReleaseStore> {
  if (url.startsWith('file:')) return createReleaseStore(openFileObjects(url));
  // Loaded for those alone who use it: it takes a third of a second.
  const { openS3Objects } = await import('./s3-objects.ts');
  return createReleaseStore(openS3Objects(url, env));
}

function createReleaseStore(objects: ObjectStore): ReleaseStore {
  async function* listParts(prefix: string): AsyncIterable<StoredPart> {
    for await (const { name, ...about } of objects.list(prefix))
      yield { digest: name.slice(partsPrefix.length), ...about };
  }

  async function readPointer(number: number): Promise<NumberedPointer | undefined> {
    const name = pointerName(number);
    const body = await objects.get(name);
    if (body === undefined) return undefined;
    return { number, ...parsePointer(await text(body), `${objects.url}/${name}`) };
  }

  return {
    url: objects.url,
    async probe() {
      const name = probes + crypto.randomUUID();
      await objects.create(name, 'first');
      const isOverwritten = await objects.create(name, 'second');
      await objects.remove(name);
      if (isOverwritten)
        throw new StoreFailure(
          `RELEASE_STORE=${objects.url} cannot be used: its server ignores If-None-Match: * and overwrites objects, so two publishers could overwrite each other. Use a server that has conditional writes, such as Amazon S3 or Ceph, or RELEASE_STORE=file: on a shared file system.`,
        );
    },
    listParts: () => listParts(partsPrefix),
    async findPart(digest) {
      for await (const part of listParts(partName(digest))) return part;
      return undefined;
    },
    getPart: (digest) => objects.get(partName(digest)),
    putPart: (digest, path) => objects.putFile(partName(digest), { path, digest }),
    removePart: (digest) => objects.remove(partName(digest)),
    async listNumbers(after = 0) {
      const numbers: number[] = [];
      for await (const { name } of objects.list(pointersPrefix, pointerName(after)))
        if (/\/\d{12}\.json$/.test(name)) numbers.push(Number.parseInt(name.slice(pointersPrefix.length), 10));
      return numbers;
    },
    readPointer,
    async writePointer(number, pointer) {
      const content = `${JSON.stringify(Pointer.parse(pointer))}\n`;
      if (await objects.create(pointerName(number), content)) return true;
      // The first try may have written it, and its response may have been lost.
      const { number: _, ...found } = (await readPointer(number)) ?? { number };
      return `${JSON.stringify(found)}\n` === content;
    },
    removePointer: (number) => objects.remove(pointerName(number)),
    async removeUnfinished(before) {
      for (const prefix of [incoming, probes])
        for await (const { name, writtenAt } of objects.list(prefix))
          if (writtenAt < before) await objects.remove(name);
    },
    close: objects.close,
  };
}

/** The current release; undefined in an empty store. @param after the number that is known already */
export async function findNewest(store: ReleaseStore, after = 0): Promise<NumberedPointer | undefined> {
  const number = (await store.listNumbers(after)).at(-1);
  return number === undefined ? undefined : store.readPointer(number);
}

/**
 * Can this machine serve a release?
 * @param about.software version of the software here
 * @throws StoreFailure that says what to do
 */
export function checkServable(pointer: Pointer, about: { url: string; software: string; baseUrl: string }): void {
  const { release, software, baseUrl } = pointer;
  const refuse = (sentence: string) => new StoreFailure(sentence);
  const name = `Release ${release} in ${about.url}`;
  if (software !== about.software)
    throw refuse(
      `${name} was made by version ${software} and this is ${about.software}: run version ${software} here, or publish with ${about.software}.`,
    );
  if (baseUrl !== about.baseUrl)
    throw refuse(
      `${name} was made for ${baseUrl} and BASE_URL is ${about.baseUrl}: set BASE_URL to ${baseUrl}, or publish with BASE_URL=${about.baseUrl}.`,
    );
}

/** How many releases a rollback can return to, and the current one. */
const recentReleases = 10;

/** The latest pointer of each of the ten latest releases, the current one first. */
export async function listRecent(store: ReleaseStore): Promise<NumberedPointer[]> {
  return (await groupRecent(store)).flatMap(([latest]) => latest ?? []);
}

/**
 * The release that was published last before a rollback. It refers to every text that was published, as the current one
 * does otherwise.
 * @returns undefined when the current one is the latest of the ten latest
 */
export async function findRolledBack(
  store: ReleaseStore,
  current: NumberedPointer,
): Promise<NumberedPointer | undefined> {
  const firsts = (await groupRecent(store, current)).flatMap((pointers) => pointers.at(-1) ?? []);
  const [latest] = firsts.toSorted((one, other) => other.number - one.number);
  return latest?.release === current.release ? undefined : latest;
}

/** The pointers of each of the ten latest releases, the latest first. @param known one that need not be read again */
async function groupRecent(store: ReleaseStore, known?: NumberedPointer): Promise<NumberedPointer[][]> {
  const recent = new Map<string, NumberedPointer[]>();
  for (const number of (await store.listNumbers()).toReversed()) {
    if (recent.size === recentReleases) break;
    const pointer = number === known?.number ? known : await store.readPointer(number);
    if (pointer !== undefined) recent.set(pointer.release, [...(recent.get(pointer.release) ?? []), pointer]);
  }
  return [...recent.values()];
}

function parsePointer(content: string, name: string): Pointer {
  try {
    return Pointer.parse(JSON.parse(content));
  } catch (cause) {
    throw new StoreFailure(`${name} is not a pointer to a release: remove it, and publish again.`, { cause });
  }
}
