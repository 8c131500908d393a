import type { FileReader } from '../library/file-reader.ts';
import { compareText } from '../library/list-files.ts';
import type { VersionIndex, VersionList, VersionRecords } from '../library/versions.ts';

const lineBreak = 0x0a;
const quotationMark = 0x22;

/**
 * versions.json: JSON with one article on each line, in the order of their IDs, so that a service finds the line of one
 * article without reading the others.
 */
export function writeVersionIndex(index: VersionIndex): string {
  const lists = Object.entries(index).sort(([one], [other]) => compareText(one, other));
  const lines = lists.map(([id, list]) => `${JSON.stringify(id)}:${JSON.stringify(list)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Bytes before the first line, and after the last. */
const frameBytes = 2;
/** Most lines are shorter. */
const blockBytes = 1024;

/** Opens an output of `writeVersionIndex`. Nothing of it stays in memory. */
export function openVersionIndex(file: Pick<FileReader, 'read' | 'size'>): VersionRecords {
  const end = file.size - frameBytes;

  /** Halves the lines until one has the ID. */
  function get(id: string): VersionList | undefined {
    for (let [low, high] = [frameBytes, end]; low < high; ) {
      const middle = Math.floor((low + high) / 2);
      const [start, next] = [findStart(middle), findEnd(middle)];
      const [found, list] = splitLine(file.read(start, next - start).toString());
      if (found === id) return parseList(list);
      if (compareText(found, id) < 0) low = next;
      else high = start;
    }
    return undefined;
  }

  /** The first byte of the line that has a byte. */
  function findStart(at: number): number {
    const from = Math.max(frameBytes, at - blockBytes);
    const place = file.read(from, at - from).lastIndexOf(lineBreak);
    return place >= 0 || from === frameBytes ? from + place + 1 : findStart(from);
  }

  /** The byte after its line break. */
  function findEnd(at: number): number {
    const place = file.read(at, blockBytes).indexOf(lineBreak);
    return place >= 0 ? at + place + 1 : findEnd(at + blockBytes);
  }

  return {
    get,
    *entries() {
      for (const line of file
        .read(frameBytes, end - frameBytes)
        .toString()
        .split('\n')) {
        const [id, list] = splitLine(line);
        if (list !== '') yield [id, parseList(list)];
      }
    },
  };
}

function splitLine(line: string): [id: string, list: string] {
  const idEnd = line.indexOf('":{') + 1;
  return idEnd === 0 ? ['', ''] : [JSON.parse(line.slice(0, idEnd)), line.slice(idEnd + 1)];
}

/** @param text the rest of a line; the last one lacks the comma */
function parseList(text: string): VersionList {
  return JSON.parse(text.slice(0, text.lastIndexOf('}') + 1));
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
