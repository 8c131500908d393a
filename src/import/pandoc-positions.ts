import { plainText, type TreeNode } from './pandoc-tree.ts';

/**
 * Says in which lines of a file of LaTeX or Quarto a name is referred to: pandoc's tree has no places. Empty where none
 * is found.
 */
export function sayWhere(source: string, name: string): string {
  const escaped = name.replaceAll(/[^\w]/g, String.raw`\$&`);
  const reference = new RegExp(
    String.raw`\\\w*ref\*?\{[^}]*(?<![\w:-])${escaped}(?![\w:-])|@${escaped}(?![\w:-])`,
    'i',
  );
  const lines = source.split('\n').flatMap((line, index) => (reference.test(line) ? [index + 1] : []));
  if (lines.length === 0) return '';
  const last = lines.at(-1);
  return lines.length === 1 ? ` in line ${last}` : ` in lines ${lines.slice(0, -1).join(', ')} and ${last}`;
}

/** LaTeX without what it says to its authors, each line where it was. */
export function dropComments(tex: string): string {
  return tex.replaceAll(/(?<!\\)%.*/g, '');
}

/**
 * Captions of a file of LaTeX that pandoc left out: of a figure with several pictures it keeps those of the pictures
 * alone.
 * @returns what is lost, each with its line
 */
export function findLostCaptions(tex: string, blocks: readonly TreeNode[]): string[] {
  const present = bareWords(blocks.map(plainText).join(' '));
  return [...tex.matchAll(/\\caption(?:of\{\w+\})?\*?(?:\[[^\]]*\])?\{/g)].flatMap((found) => {
    const caption = readBraces(tex, found.index + found[0].length).trim();
    // Marks and formulas change on the way, so look for the longest words between them.
    const [words = ''] = caption.split(/\\[A-Za-z]+|[^\p{L}\p{N}\s,.;:()-]/u).toSorted((a, b) => b.length - a.length);
    if (bareWords(words) === '' || present.includes(bareWords(words))) return [];
    const line = tex.slice(0, found.index).split('\n').length;
    return [`The caption in line ${line}, of several pictures together: ${caption.replaceAll(/\s+/g, ' ')}`];
  });
}

function bareWords(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/** Returns the text from `start` to the brace that closes the one before it. */
function readBraces(text: string, start: number): string {
  let depth = 1;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

/** Pandoc does not read `alt={...}` of a figure. */
export function findLostDescriptions(text: string): string[] {
  return [...text.matchAll(/\\includegraphics\[[^\]]*?\balt=(?:\{([^}]*)\}|([^,\]]*))/g)].map(
    ([, braced, bare = '']) => `What a figure shows: ${braced ?? bare}`,
  );
}
