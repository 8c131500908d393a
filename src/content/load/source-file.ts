import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import type { YamlFailure } from './yaml-blocks.ts';

/** A text file as it was read: `\n` line ends, no byte order mark. */
export interface SourceFile {
  /** As problems name it: from the folder that holds `content/`, with forward slashes. */
  file: string;
  /** Where it is on this machine. */
  path: string;
  text: string;
  /** What is wrong with the bytes themselves. */
  failures: YamlFailure[];
}

// C0 controls but tab and line ends, DEL, and the C1 block: invisible in an editor, harmful in a page.
const control = /\p{Cc}(?<![\t\n])/gu;
/** A binary file has thousands of control characters. */
const maxControls = 10;
const replacement = '\uFFFD';
/**
 * Encodings by byte order mark. Windows calls the first "Unicode"; read as UTF-8, each of its lines would be a mistake.
 */
const wideEncodings = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);

/** @throws what the file system throws. */
export function readSource(options: { path: string; file: string; text?: string }): SourceFile {
  if (options.text !== undefined) return { ...options, text: normalise(options.text), failures: [] };
  // Synchronous: for ten thousand small files the promises cost more than the reads.
  const bytes = readFileSync(options.path);
  const otherEncoding = wideEncodings.get(bytes.toString('hex', 0, 2));
  if (otherEncoding !== undefined) {
    const text = normalise(new TextDecoder(otherEncoding).decode(bytes));
    return { ...options, text, failures: [{ at: 0, message: 'This file is UTF-16; save it as UTF-8' }] };
  }
  const text = normalise(bytes.toString('utf8'));
  return { ...options, text, failures: findFailures(bytes, text) };
}

/** Line ends become `\n`; a byte order mark goes. */
export function normalise(text: string): string {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return unmarked.includes('\r') ? unmarked.replaceAll(/\r\n?/g, '\n') : unmarked;
}

/** The first control characters of a text: where each is, and its name as `U+0007`. */
export function listControls(text: string, max: number): { at: number; name: string }[] {
  return [...text.matchAll(control).take(max)].map(({ index: at, 0: sign }) => {
    const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return { at, name: `U+${code}` };
  });
}

function findFailures(bytes: Buffer, text: string): YamlFailure[] {
  const controls = listControls(text, maxControls).map(({ at, name }) => ({
    at,
    message: `There is a control character (${name}) here; delete it`,
  }));
  if (isUtf8(bytes)) return controls;
  const at = Math.max(text.indexOf(replacement), 0);
  return [...controls, { at, message: 'These bytes are not UTF-8; save the file as UTF-8' }];
}

/** @returns undefined when the file is missing, or is a folder or a pipe, which would never end */
export function findSource(options: { path: string; file: string }): SourceFile | undefined {
  if (!statSync(options.path, { throwIfNoEntry: false })?.isFile()) return undefined;
  return readSource(options);
}
