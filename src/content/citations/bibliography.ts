import { z } from 'zod';
import type { Report, RuleName } from '../load/rules.ts';
import { decodeReferences } from '../markdown/html-entities.ts';

export interface Bibliography {
  keys: readonly string[];
  /** Where each key stands in the file. */
  placeOf(key: string): number;
  /**
   * @returns the reference in APA style: text with `<i>`, `<b>`, `<sup>`, `<sub>` and links, nothing else.
   * @throws when the key is not in it.
   */
  format(key: string): Reference;
}

export interface Reference {
  html: string;
  text: string;
}

const entryStart = /^[ \t]*@(\w+)\s*[{(]\s*([^\s,{}()"]+)\s*,/gm;
const notEntries = new Set(['comment', 'preamble', 'string']);
const FormattedEntries = z.array(z.tuple([z.string(), z.string()]));

interface ParsedFile {
  bibliography: Bibliography | undefined;
  found: { rule: RuleName; at: number; message: string }[];
}

/** Formatting a reference takes milliseconds, so a file that has not changed is not formatted again on every save. */
const parsedFiles = new Map<string, Promise<ParsedFile>>();
const maxParsedFiles = 200;

/**
 * Reads BibTeX and BibLaTeX.
 * @returns undefined when the file cannot be read, which is reported.
 */
export async function parseBibliography(text: string, report: Report): Promise<Bibliography | undefined> {
  const parsing = parsedFiles.get(text) ?? parseText(text);
  if (parsedFiles.size >= maxParsedFiles) parsedFiles.clear();
  parsedFiles.set(text, parsing);
  const { bibliography, found } = await parsing;
  for (const { rule, at, message } of found) report(rule, at, message);
  return bibliography;
}

/**
 * Citation.js is loaded here, on the first article that cites: its styles cost more than a second. Its input is always
 * declared to be BibTeX text, so that nothing in a file makes it fetch an address.
 */
async function parseText(text: string): Promise<ParsedFile> {
  const found: ParsedFile['found'] = [];
  const places = findEntries(text, found);
  const cite = await loadCite();
  try {
    const formatted = new Map(cite(text).map(([key, html]) => [key, toReference(html)]));
    return { found, bibliography: createBibliography(places, formatted) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    found.push({
      rule: 'bibliography-parses',
      ...explainFailure(message, text),
    });
    return { found, bibliography: undefined };
  }
}

function createBibliography(
  places: ReadonlyMap<string, number>,
  formatted: ReadonlyMap<string, Reference>,
): Bibliography {
  return {
    keys: [...places.keys()].filter((key) => formatted.has(key)),
    placeOf: (key) => places.get(key) ?? 0,
    format: (key) => {
      const reference = formatted.get(key);
      if (!reference) throw new Error(`No entry ${key} in the bibliography`);
      return reference;
    },
  };
}

function findEntries(text: string, found: ParsedFile['found']): Map<string, number> {
  const places = new Map<string, number>();
  for (const entry of text.matchAll(entryStart)) {
    const [whole, type = '', key = ''] = entry;
    if (notEntries.has(type.toLowerCase())) continue;
    const at = entry.index + whole.lastIndexOf(key);
    if (!places.has(key)) places.set(key, at);
    else found.push({ rule: 'citation-unique', at, message: `The key ${key} is in the bibliography already` });
  }
  return places;
}

async function loadCite(): Promise<(text: string) => [string, string][]> {
  const { Cite } = await import('@citation-js/core');
  await import('@citation-js/plugin-bibtex');
  await import('@citation-js/plugin-csl');
  return (text) =>
    FormattedEntries.parse(
      new Cite(text, { forceType: '@biblatex/text' }).format('bibliography', {
        template: 'apa',
        format: 'html',
        lang: 'en-US',
        asEntryArray: true,
        nosort: true,
      }),
    );
}

/** Citation.js says which sign it expected where it gave up; an author has to look before that. */
function explainFailure(message: string, text: string): { at: number; message: string } {
  const starts = [...text.matchAll(/^[ \t]*@(?!comment)\w+\s*\{/gim)].map(({ index }) => index);
  const isOpen = (entry: string) => entry.split('{').length > entry.split('}').length;
  const open = starts.find((start, at) => isOpen(text.slice(start, starts[at + 1]).replaceAll(/\\[{}]/g, '')));
  if (open !== undefined) return { at: open, message: 'A { of this entry is not closed; add }' };
  return {
    at: placeOfFailure(message, text),
    message: 'The entry cannot be read here; look for a comma, a quote or a brace that is missing before',
  };
}

/** Citation.js says `at line 2 col 1`. */
function placeOfFailure(message: string, text: string): number {
  const place = /line (\d+) col (\d+)/.exec(message);
  if (!place) return 0;
  const lines = text.split('\n').slice(0, Number(place[1]) - 1);
  return lines.reduce((sum, line) => sum + line.length + 1, 0) + Number(place[2]) - 1;
}

const kept = /^<(\/?)(i|b|sup|sub)>$/;
const address = /https?:\/\/(?:[^\s<>"&]|&#38;|&amp;)*[^\s<>"&.,;)]/g;

/** Keeps the four tags the style uses, and those only when they are balanced; turns addresses into links. */
function toReference(html: string): Reference {
  const pieces = html
    .replaceAll(/\s+/g, ' ')
    .trim()
    .split(/(<[^>]*>)/);
  const tags = pieces.filter((piece) => kept.test(piece));
  const isBalanced = tags.length % 2 === 0 && tags.every((tag, index) => tag.startsWith('</') === (index % 2 === 1));
  const marked = pieces
    .filter((piece) => !piece.startsWith('<') || (isBalanced && kept.test(piece)))
    .join('')
    .trim();
  return {
    html: marked.replaceAll(address, (url) => `<a href="${url}">${url}</a>`),
    text: decodeReferences(
      pieces
        .filter((piece) => !piece.startsWith('<'))
        .join('')
        .trim(),
    ),
  };
}
