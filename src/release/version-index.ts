import type { FileReader } from '../library/file-reader.ts';
import type { VersionIndex, VersionList, VersionRecords } from '../library/versions.ts';

const lineBreak = 0x0a;
const quotationMark = 0x22;

/** versions.json: JSON with one article on each line, so that a service can read the line of one article. */
export function writeVersionIndex(index: VersionIndex): string {
  const lines = Object.entries(index).map(([id, list]) => `${JSON.stringify(id)}:${JSON.stringify(list)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/**
 * Opens an output of `writeVersionIndex`. Only IDs and the places of their lines stay in memory: with 100,000 articles,
 * to parse all of it took two seconds.
 * @param bytes all of the file
 */
export function openVersionIndex(bytes: Buffer, file: Pick<FileReader, 'read'>): VersionRecords {
  const places = new Map<string, { start: number; end: number }>();
  for (let start = bytes.indexOf(lineBreak) + 1; bytes[start] === quotationMark; ) {
    const end = bytes.indexOf(lineBreak, start);
    const idEnd = bytes.indexOf('":{', start) + 1;
    // Without the comma, which the last one lacks.
    const valueEnd = bytes.lastIndexOf('}', end) + 1;
    places.set(JSON.parse(bytes.toString('utf8', start, idEnd)), { start: idEnd + 1, end: valueEnd });
    start = end + 1;
  }
  const read = ({ start, end }: { start: number; end: number }): VersionList =>
    JSON.parse(file.read(start, end - start).toString());
  return {
    get(id) {
      const place = places.get(id);
      return place && read(place);
    },
    *entries() {
      for (const [id, place] of places) yield [id, read(place)];
    },
  };
}

/** Names of the files of all texts in an output of `writeVersionIndex`, found without parsing it. */
export function* listTextFiles(bytes: Buffer): Generator<string> {
  // In a string of JSON, its quotation marks would be escaped.
  const member = Buffer.from('"part":"');
  for (let at = bytes.indexOf(member); at >= 0; at = bytes.indexOf(member, at)) {
    const start = at + member.length;
    at = bytes.indexOf(quotationMark, start);
    yield bytes.toString('latin1', start, at);
  }
}
