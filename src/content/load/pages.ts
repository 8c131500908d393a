const placeholder = /^<!--[ \t]*generated:[ \t]*([\w-]+)[ \t]*-->[ \t]*$|\{([a-z]+_[a-z]+)\}/gm;

export interface FilledPage {
  markdown: string;
  /** Place in `markdown` to place in the original; everything inside a generated part goes to its line. */
  toOriginal: (at: number) => number;
  /** Lines that name a part nobody made. */
  unknown: { name: string; at: number }[];
  isComplete: boolean;
}

/**
 * Puts generated Markdown in place of the lines `<!-- generated: NAME -->`, and values of this deployment in place of
 * `{base_url}` and the like; a name in braces that is no value is left as it stands.
 * @param parts undefined when no parts were made in this run (a check of the content alone): the lines are left out.
 */
export function fillGeneratedParts(
  original: string,
  parts: Readonly<Record<string, string>> | undefined,
  values: Readonly<Record<string, string>> = {},
): FilledPage {
  const pieces: { start: number; original: number; isGenerated: boolean }[] = [];
  const unknown: FilledPage['unknown'] = [];
  let markdown = '';
  let cursor = 0;
  const add = (piece: { text: string; original: number; isGenerated: boolean }) => {
    pieces.push({ ...piece, start: markdown.length });
    markdown += piece.text;
  };
  for (const line of original.matchAll(placeholder)) {
    const value = line[2] === undefined ? undefined : values[line[2]];
    if (line[2] !== undefined && value === undefined) continue;
    add({ text: original.slice(cursor, line.index), original: cursor, isGenerated: false });
    cursor = line.index + line[0].length;
    if (value !== undefined) {
      add({ text: value, original: line.index, isGenerated: true });
      continue;
    }
    const name = line[1] ?? '';
    const part = parts && Object.hasOwn(parts, name) ? parts[name] : undefined;
    if (parts && part === undefined) unknown.push({ name, at: line.index });
    add({ text: part?.trim() ?? '', original: line.index, isGenerated: true });
  }
  add({ text: original.slice(cursor), original: cursor, isGenerated: false });
  const toOriginal = (at: number) => {
    const piece = pieces.findLast(({ start }) => start <= at);
    if (!piece) return at;
    return piece.isGenerated ? piece.original : piece.original + at - piece.start;
  };
  return { markdown, toOriginal, unknown, isComplete: parts !== undefined || pieces.length === 1 };
}
