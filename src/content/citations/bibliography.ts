import { z } from 'zod';
import { sha256 } from '../../library/digest.ts';
import type { Memo } from '../../library/part-cache.ts';
import type { Report, RuleName } from '../load/rules.ts';
import type { CitedWorks } from '../markdown/citation-syntax.ts';
import type { WorkName } from '../markdown/markdown-tokens.ts';
import { BibtexEntries, BibtexRules, checkEntries } from './bibtex-entries.ts';
import { type Reference, toReference } from './reference.ts';

export interface Bibliography extends CitedWorks {
  /** SHA-256 of its file. */
  digest: string;
  keys: readonly string[];
  /** Keys of entries that cannot be read, each of which is reported, and words there that may be such keys. */
  unreadable: ReadonlySet<string>;
  /** Offset of a key in the file. */
  placeOf(key: string): number;
  /** DOI without the `https://doi.org/` of its resolver. */
  findDoi(key: string): string | undefined;
  /**
   * @returns the reference in APA style.
   * @throws when the key is not in it.
   */
  format(key: string): Reference;
}

const entryStart = /^[ \t]*@(\w+)\s*[{(]\s*([^\s,{}()"]+)\s*,/gm;
const notEntries = new Set(['comment', 'preamble', 'string']);
const FormattedEntries = z.array(z.tuple([z.string(), z.string()]));
const CslName = z.looseObject({
  family: z.string().optional(),
  literal: z.string().optional(),
  given: z.string().optional(),
  'non-dropping-particle': z.string().optional(),
});
type CslName = z.infer<typeof CslName>;
const CslEntries = z.array(
  z.looseObject({
    id: z.string(),
    title: z.string().default(''),
    author: z.array(CslName).optional(),
    editor: z.array(CslName).optional(),
    DOI: z.string().optional(),
  }),
);
type CslEntry = z.infer<typeof CslEntries>[number];

interface ReadWorks {
  works: CslEntry[];
  problems: ParsedFile['found'];
  /** Texts that cannot be read. */
  broken: string[];
}

interface ParsedFile {
  places: [key: string, at: number][];
  works: CslEntry[];
  /** Words of what cannot be read. */
  doubtful: string[];
  formatted: [key: string, reference: Reference][];
  found: { rule: RuleName; at: number; message: string }[];
}

/** Formatting a reference takes milliseconds, so a file that has not changed is not formatted again on every save. */
const parsedFiles = new Map<string, Promise<ParsedFile>>();
const maxParsedFiles = 200;

/** Reads BibTeX and BibLaTeX. Reports the entries that cannot be read, and reads the others. */
export async function parseBibliography(
  text: string,
  { report, memo }: { report: Report; memo: Memo },
): Promise<Bibliography> {
  const parsing = parsedFiles.get(text) ?? memo.value(['bibliography', text], () => parseText(text));
  if (parsedFiles.size >= maxParsedFiles) parsedFiles.clear();
  parsedFiles.set(text, parsing);
  const { found, ...parsed } = await parsing;
  for (const { rule, at, message } of found) report(rule, at, message);
  return createBibliography(sha256(text), parsed);
}

/**
 * Citation.js is loaded for the first article that cites, because it takes a quarter of a second. Its input is
 * always declared to be BibTeX text, so that nothing in a file makes it fetch a URL.
 */
async function parseText(text: string): Promise<ParsedFile> {
  const found: ParsedFile['found'] = [];
  const places = findEntries(text, found);
  const library = await loadCitationJs();
  const { works, problems, broken } = isBibtex(text) ? readWorks(text, { places, library }) : notBibtex(text);
  return {
    found: [...found, ...problems],
    places: [...places],
    works,
    doubtful: [...new Set(broken.flatMap((part) => part.match(/[^\s,{}()"=@]+/g) ?? []))],
    formatted: [...library.format(works)],
  };
}

/**
 * An empty file is BibTeX before its first entry; other text without an entry is of another format, such as CSL JSON.
 */
function isBibtex(text: string): boolean {
  return text.trim() === '' || /^[ \t]*@\w+\s*[{(]|^[ \t]*%/m.test(text);
}

function notBibtex(text: string): ReadWorks {
  const message =
    'Nothing here is an entry of BibTeX; export the bibliography as BibTeX: @article{key, title = {...}, ...}';
  return { works: [], problems: [{ rule: 'bibliography-parses', at: 0, message }], broken: [text] };
}

/** The works of a file; where it cannot be read as a whole, those of the entries that can. */
function readWorks(
  text: string,
  { places, library }: { places: ReadonlyMap<string, number>; library: CitationLibrary },
): ReadWorks {
  const read = (part: string, start: number) => ({
    works: library.read(part),
    problems: checkEntries(library.readRaw(part), library.rules).map(({ rule, key, message }) => ({
      rule,
      at: places.get(key) ?? start,
      message,
    })),
    broken: [],
  });
  try {
    return read(text, 0);
  } catch (error) {
    return readEntries(text, { error, read });
  }
}

function createBibliography(digest: string, { works, doubtful, ...parsed }: Omit<ParsedFile, 'found'>): Bibliography {
  const places = new Map(parsed.places);
  const formatted = new Map(parsed.formatted);
  const unreadable = [...places.keys(), ...doubtful].filter((key) => !formatted.has(key));
  const names = new Map(works.map((work) => [work.id, nameWork(work, formatted.get(work.id)?.text ?? '')]));
  return {
    digest,
    keys: [...places.keys()],
    unreadable: new Set(unreadable),
    placeOf: (key) => places.get(key) ?? 0,
    findDoi: (key) => works.find(({ id }) => id === key)?.DOI,
    findName: (key) => names.get(key),
    format: (key) => {
      const reference = formatted.get(key);
      if (!reference) throw new Error(`No entry ${key} in the bibliography`);
      return reference;
    },
  };
}

/** `Field & Jo` and the year as its reference has it, with the letter that tells two of one year apart. */
function nameWork({ title, author, editor }: CslEntry, reference: string): WorkName {
  const year = /\((n\.d\.(?:-[a-z])?|\d{3,4}[a-z]?)(?=[),])/.exec(reference)?.[1] ?? 'n.d.';
  const families = (author ?? editor ?? []).map(
    ({ family, literal, 'non-dropping-particle': particle }) => literal ?? [particle, family].filter(Boolean).join(' '),
  );
  const [first = title, second] = families;
  if (families.length > 2 || second === etAl.literal) return { authors: `${first} et al.`, year };
  return { authors: second === undefined ? first : `${first} & ${second}`, year };
}

const etAl: CslName = { literal: 'et al.' };

/** `and others` at the end of a list becomes `et al.`, and a DOI loses its resolver. */
function cleanWork(work: CslEntry): CslEntry {
  const names = (list: CslName[] | undefined) =>
    list?.map((name) => (name.family === 'others' && name.given === undefined ? etAl : name));
  const { author, editor, DOI } = work;
  return {
    ...work,
    ...(author && { author: names(author) }),
    ...(editor && { editor: names(editor) }),
    ...(DOI && { DOI: DOI.replace(/^https?:\/\/(?:dx\.)?doi\.org\//i, '') }),
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

type CitationLibrary = Awaited<ReturnType<typeof loadCitationJs>>;

/**
 * The list keeps the order of its file, so APA's sort keys decide only which work of one author and one year is 2026a.
 * The key by author cannot, and takes most of the 1.4 seconds in which citeproc reads the style.
 */
const sortKeyByAuthor = /<key macro="author-sort"[^>]*>/g;

async function loadCitationJs() {
  const { Cite, plugins } = await import('@citation-js/core');
  await import('@citation-js/plugin-bibtex');
  await import('@citation-js/plugin-csl');
  const forceType = '@biblatex/text';
  const { styles } = plugins.config.get('@csl');
  styles.add('apa-in-order', styles.get('apa').replaceAll(sortKeyByAuthor, ''));
  const template = {
    template: 'apa-in-order',
    format: 'html',
    lang: 'en-US',
    asEntryArray: true,
    nosort: true,
  } as const;
  return {
    rules: BibtexRules.parse(plugins.config.get('@bibtex')),
    readRaw: (text: string) => BibtexEntries.parse(plugins.input.data(text, forceType)),
    read: (text: string) => CslEntries.parse(new Cite(text, { forceType }).data).map(cleanWork),
    format(works: readonly CslEntry[]): Map<string, Reference> {
      const cite = new Cite([...works], { forceType: '@csl/list+object' });
      const formatted = FormattedEntries.parse(cite.format('bibliography', template));
      return new Map(formatted.map(([key, html]) => [key, toReference(html)]));
    },
  };
}

/**
 * Reads each entry by itself where the file as a whole cannot be read, so that one that is broken hides no other.
 * @param error thrown for the file
 */
function readEntries(
  text: string,
  { error, read }: { error: unknown; read: (part: string, start: number) => ReadWorks },
): ReadWorks {
  const starts = [...text.matchAll(/^[ \t]*@(?!comment|preamble|string)\w+\s*\{/gim)].map(({ index }) => index);
  const parts = starts.map((start, index): ReadWorks => {
    const entry = text.slice(start, starts[index + 1]);
    try {
      return read(entry, start);
    } catch (cause) {
      const { at, message } = explainFailure(cause, entry);
      return { works: [], problems: [{ rule: 'bibliography-parses', at: start + at, message }], broken: [entry] };
    }
  });
  const works = parts.flatMap((part) => part.works);
  const problems = parts.flatMap((part) => part.problems);
  const broken = parts.flatMap((part) => part.broken);
  if (broken.length > 0) return { works, problems, broken };
  const problem = { rule: 'bibliography-parses', ...explainFailure(error, text) } as const;
  return { works, problems: [problem, ...problems], broken: [text] };
}

/** Citation.js says which sign it expected where it gave up; an author has to look before that. */
function explainFailure(error: unknown, text: string): { at: number; message: string } {
  const bare = text.replaceAll(/\\[{}]/g, '');
  if (bare.split('{').length > bare.split('}').length)
    return { at: text.search(/\S/), message: 'A { of this entry is not closed; add }' };
  return {
    at: placeOfFailure(error instanceof Error ? error.message : String(error), text),
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
