import type { OutlineEntry, PublicArticle } from '../../library/library.ts';
import { createRecent } from '../recent.ts';

/** One gathering of a plate: a section of the article. */
export interface PlateSection {
  words: number;
  /** Is its text public? Of a paid section only the number of words is known. */
  isOpen: boolean;
  /** Places of citations, from 0 at the beginning of the section to 1 at its end. */
  citations: readonly number[];
  /** Places of figures, tables and code. */
  figures: readonly number[];
}

const maxGatherings = 14;
const marks = /<h2 id="([^"]*)"|role="doc-biblioref"|<figure|<section class="table-scroll"|<pre class="code"/g;
const notes = /<section class="(?:footnotes|references)"/;

/** Those of 100,000 articles would take 150 MB. */
const structures = createRecent<PublicArticle, readonly PlateSection[]>(1_000);

/** Reads the structure that a plate draws from what is public: the free text, and the outline of the rest. */
export function readStructure(article: PublicArticle): readonly PlateSection[] {
  const known = structures.get(article);
  if (known) return known;
  const sections = joinSmall(readSections(article));
  structures.set(article, sections);
  return sections;
}

function readSections({ outline, words, body }: PublicArticle): PlateSection[] {
  const [text = ''] = body.html.split(notes, 1);
  const found = findMarks(text);
  const opening = { id: '', words: words - outline.reduce((sum, entry) => sum + entry.words, 0), isOpen: true };
  const hasOpening = !text.trimStart().startsWith('<h2') && opening.words > 0;
  const sections = [...(hasOpening ? [opening] : []), ...joinSubsections(outline)];
  const drawn = sections.map(({ id, ...section }) => ({
    ...section,
    ...(found.get(id) ?? { citations: [], figures: [] }),
  }));
  return drawn.length > 0 ? drawn : [{ words, isOpen: true, citations: [], figures: [] }];
}

/** Adds the words of subsections to the section they are in. */
function joinSubsections(outline: readonly OutlineEntry[]): { id: string; words: number; isOpen: boolean }[] {
  const sections: { id: string; words: number; isOpen: boolean }[] = [];
  for (const { depth, id, words, isFree } of outline) {
    const last = sections.at(-1);
    if (depth > 2 && last && last.isOpen === isFree) last.words += words;
    else sections.push({ id, words, isOpen: isFree });
  }
  return sections;
}

/** Citations and figures by the id of their section; the text before the first heading has an empty id. */
function findMarks(html: string): ReadonlyMap<string, Pick<PlateSection, 'citations' | 'figures'>> {
  const found = [...html.matchAll(marks)];
  const starts = [
    { id: '', at: 0 },
    ...found.flatMap(({ 1: id, index }) => (id === undefined ? [] : [{ id, at: index }])),
  ];
  return new Map(
    starts.map(({ id, at }, order) => {
      const end = starts[order + 1]?.at ?? html.length;
      const inside = found.filter(({ index, 1: heading }) => index >= at && index < end && heading === undefined);
      const places = (wanted: boolean) =>
        inside.filter(([mark]) => mark.startsWith('role') === wanted).map(({ index }) => (index - at) / (end - at));
      return [id, { citations: places(true), figures: places(false) }];
    }),
  );
}

/** Sews neighbours of a kind together, the two with the fewest words first, until a plate has room for all. */
function joinSmall(sections: readonly PlateSection[]): readonly PlateSection[] {
  if (sections.length <= maxGatherings) return sections;
  const pairs = sections.slice(1).map((section, at) => {
    const words = section.words + (sections[at]?.words ?? 0);
    return { at, words: section.isOpen === sections[at]?.isOpen ? words : Number.POSITIVE_INFINITY };
  });
  const { at } = pairs.reduce((least, pair) => (pair.words < least.words ? pair : least));
  const [one, other] = sections.slice(at, at + 2);
  if (!one || !other) return sections;
  const share = one.words / Math.max(1, one.words + other.words);
  const join = (key: 'citations' | 'figures') => [
    ...one[key].map((place) => place * share),
    ...other[key].map((place) => share + place * (1 - share)),
  ];
  const joined = {
    words: one.words + other.words,
    isOpen: one.isOpen,
    citations: join('citations'),
    figures: join('figures'),
  };
  return joinSmall([...sections.slice(0, at), joined, ...sections.slice(at + 2)]);
}
