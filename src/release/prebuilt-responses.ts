import { closeSync, openSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { type FileReader, openFileReader } from '../library/file-reader.ts';
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

/** The table in a file of responses: JSON after their bytes, with its own length in the last four bytes of the file. */
interface ResponseTable {
  headers: string[][];
  /** By URL. */
  responses: Record<string, StoredResponse>;
}

const roomBytes = 1 << 20;
const lengthBytes = 4;

/** Writes responses into a new file, one after the other. */
export function createResponseFile(path: string) {
  const file = openSync(path, 'wx');
  const responses: ResponseTable['responses'] = {};
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
      responses[url] = { type: about.type, tag: about.tag, headers, place: [start, ...lengths], crc };
      start += lengths[0] + lengths[1] + lengths[2];
    },
    end(): void {
      const headers = [...headerSets.keys()].map((text): string[] => JSON.parse(text));
      const table = Buffer.from(JSON.stringify({ headers, responses } satisfies ResponseTable));
      const length = Buffer.alloc(lengthBytes);
      length.writeUInt32LE(table.length);
      put(table);
      put(length);
      flush();
      closeSync(file);
    },
  };
}

/** @throws Error when the file has no table */
function readTable(file: FileReader): ResponseTable {
  const end = file.size - lengthBytes;
  const length = file.read(end, lengthBytes).readUInt32LE(0);
  return JSON.parse(file.read(end - length, length).toString());
}

/** @returns the number of responses in a file, and how many bytes of them were encoded */
export function measureResponses(path: string): { count: number; encodedBytes: number } {
  const file = openFileReader(path);
  try {
    const places = Object.values(readTable(file).responses).map(({ place }) => place);
    const encoded = places.map(([_, identity, br]) => (br > 0 ? identity : 0));
    return { count: places.length, encodedBytes: encoded.reduce((sum, bytes) => sum + bytes, 0) };
  } finally {
    file.close();
  }
}

/**
 * Opens the responses of a release.
 * @param files output of `createResponseFile`
 * @throws Error when one of them is not whole
 */
export function openPrebuiltResponses(files: readonly FileReader[]): PrebuiltResponses {
  const table = new Map<string, { file: FileReader; stored: StoredResponse; headers: readonly string[] }>();
  for (const file of files) {
    const { headers: sets, responses } = readTable(file);
    for (const [url, stored] of Object.entries(responses))
      table.set(url, { file, stored, headers: sets[stored.headers] ?? [] });
  }
  return {
    has: (url) => table.has(url),
    async read(url) {
      const prebuilt = table.get(url);
      if (!prebuilt) return undefined;
      const { file, stored, headers } = prebuilt;
      const { type, tag } = stored;
      // Articles are the only prebuilt responses of the API.
      const isDigested = url === operationKey(url.replace(/^GET /, ''));
      return {
        status: 200,
        headers,
        content: toBodyVariants(await readCoded(file, stored), { type, tag, isDigested }),
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
