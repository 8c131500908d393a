import { isKnownFact } from './library-facts.ts';

/**
 * A line `<!-- generated: NAME -->`, `<!-- when: FACT -->`, `<!-- otherwise -->` or `<!-- end -->`, or `{some_value}`.
 */
const placeholder =
  /^<!--[ \t]*generated:[ \t]*([\w-]+)[ \t]*-->[ \t]*$|^<!--[ \t]*(?:when:[ \t]*([\w-]+)|(otherwise|end))[ \t]*-->[ \t]*(?:\n|$)|\{([a-z]+_[a-z]+)\}/gm;

export interface PagePlaceholders {
  /**
   * Markdown by name; undefined when no parts were made in this run (a check of the content alone): the lines are left
   * out.
   */
  parts?: Readonly<Record<string, string>> | undefined;
  values?: Readonly<Record<string, string>> | undefined;
  /** Conditions that are true of this library. */
  facts?: ReadonlySet<string> | undefined;
}

export interface FilledPage {
  markdown: string;
  /** Place in `markdown` to place in the original; everything inside a generated part goes to its line. */
  toOriginal: (at: number) => number;
  /** Lines that name an unknown part or condition. */
  unknown: { kind: 'part' | 'fact'; name: string; at: number }[];
  isComplete: boolean;
}

/**
 * Replaces the lines `<!-- generated: NAME -->` with generated Markdown, and `{base_url}` and the like with values of
 * this deployment; an unknown name in braces is left unchanged. The lines between `<!-- when: CONDITION -->` and `<!--
 * end -->` remain if the condition is true of this library.
 */
export function expandPlaceholders(original: string, { parts, values = {}, facts }: PagePlaceholders): FilledPage {
  const pieces: { start: number; original: number; isGenerated: boolean }[] = [];
  const unknown: FilledPage['unknown'] = [];
  let markdown = '';
  let cursor = 0;
  let isLeftOut = false;
  let isComplete = true;
  const add = (piece: { text: string; original: number; isGenerated: boolean }) => {
    if (isLeftOut) return;
    pieces.push({ ...piece, start: markdown.length });
    markdown += piece.text;
  };
  for (const found of original.matchAll(placeholder)) {
    const [whole, name, fact, turn, value] = found;
    if (value !== undefined && !Object.hasOwn(values, value)) continue;
    add({ text: original.slice(cursor, found.index), original: cursor, isGenerated: false });
    cursor = found.index + whole.length;
    if (value !== undefined) {
      add({ text: values[value] ?? '', original: found.index, isGenerated: true });
    } else if (fact !== undefined) {
      if (!isKnownFact(fact)) unknown.push({ kind: 'fact', name: fact, at: found.index });
      isLeftOut = facts?.has(fact) !== true;
    } else if (turn !== undefined) {
      isLeftOut = turn === 'otherwise' && !isLeftOut;
    } else if (name !== undefined) {
      const part = parts && Object.hasOwn(parts, name) ? parts[name] : undefined;
      if (parts && part === undefined) unknown.push({ kind: 'part', name, at: found.index });
      isComplete &&= parts !== undefined;
      add({ text: part?.trim() ?? '', original: found.index, isGenerated: true });
    }
  }
  add({ text: original.slice(cursor), original: cursor, isGenerated: false });
  const toOriginal = (at: number) => {
    const piece = pieces.findLast(({ start }) => start <= at);
    if (!piece) return at;
    return piece.isGenerated ? piece.original : piece.original + at - piece.start;
  };
  return { markdown, toOriginal, unknown, isComplete };
}
