import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { FileReader } from '../library/file-reader.ts';
import { parts } from '../library/release-parts.ts';
import { type EncodedBytes, toBodyVariants } from '../serve/body-variants.ts';
import { operationKey, type PrebuiltResponses } from '../serve/response-cache.ts';

/** A response that the build created: always a public 200. */
interface StoredResponse {
  type: string;
  tag: string;
  /** Which of the sets of headers. */
  headers: number;
  /** First byte in the file, then the lengths of the bytes without encoding, and of Brotli and gzip (0 without one). */
  place: readonly [start: number, identity: number, br: number, gzip: number];
  /** CRC-32 of these bytes: it detects damage on the disk, not forgery. */
  crc: number;
}

/** Contents of the part `responses`. Its member has the name that it has in stored releases. */
interface Table {
  headers: string[][];
  answers: Record<string, StoredResponse>;
}

const roomBytes = 1 << 20;

/** Writes responses into a release, one after the other. */
export function createPrebuiltWriter(folder: string) {
  const file = openSync(join(folder, parts.responseBytes), 'w');
  const answers: Table['answers'] = {};
  const headerSets = new Map<string, number>();
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let start = 0;
  let crc = 0;

  function put(bytes: Uint8Array | undefined): number {
    if (!bytes) return 0;
    crc = crc32(bytes, crc);
    waiting.push(bytes);
    waitingBytes += bytes.length;
    if (waitingBytes > roomBytes) flush();
    return bytes.length;
  }

  /** Several at once: there are some twenty for each article. */
  function flush(): void {
    const bytes = Buffer.concat(waiting);
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    waiting = [];
    waitingBytes = 0;
  }

  function numberOf(headers: readonly string[]): number {
    const text = JSON.stringify(headers);
    const known = headerSets.get(text) ?? headerSets.size;
    headerSets.set(text, known);
    return known;
  }

  return {
    /**
     * @param about.tag see `computeEtag`
     * @param about.headers flat, without those of an encoding
     */
    add(url: string, coded: EncodedBytes, about: { type: string; tag: string; headers: readonly string[] }) {
      crc = 0;
      const lengths = [put(coded.identity), put(coded.br), put(coded.gzip)] as const;
      const headers = numberOf(about.headers);
      answers[url] = {
        type: about.type,
        tag: about.tag,
        headers,
        place: [start, ...lengths],
        crc,
      };
      start += lengths[0] + lengths[1] + lengths[2];
    },
    async end() {
      flush();
      closeSync(file);
      const headers = [...headerSets.keys()].map((text): string[] => JSON.parse(text));
      await writeFile(join(folder, parts.responses), `${JSON.stringify({ headers, answers } satisfies Table)}\n`);
    },
  };
}

/**
 * Opens the responses of a release.
 * @param file file with the bytes of the responses
 * @throws Error when the release has none
 */
export async function openPrebuiltResponses(folder: string, file: FileReader): Promise<PrebuiltResponses> {
  const { headers: sets, answers }: Table = JSON.parse(await readFile(join(folder, parts.responses), 'utf8'));
  const table = new Map(Object.entries(answers));
  return {
    has: (url) => table.has(url),
    async read(url) {
      const prebuilt = table.get(url);
      if (!prebuilt) return undefined;
      const { type, tag, headers } = prebuilt;
      // Articles are the only prebuilt responses of the API.
      const isDigested = url === operationKey(url.replace(/^GET /, ''));
      return {
        status: 200,
        headers: sets[headers] ?? [],
        content: toBodyVariants(await readCoded(file, prebuilt), { type, tag, isDigested }),
      };
    },
  };
}

async function readCoded(file: FileReader, { place, crc }: StoredResponse): Promise<EncodedBytes> {
  const [start, identity, br, gzip] = place;
  const bytes = await file.readLater(start, identity + br + gzip);
  if (crc32(bytes) !== crc) throw file.report('was changed');
  return {
    identity: bytes.subarray(0, identity),
    ...(br > 0 && { br: bytes.subarray(identity, identity + br) }),
    ...(gzip > 0 && { gzip: bytes.subarray(identity + br) }),
  };
}
