import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What is no word of the author's: links, references, labels, citations, formulas, tags, addresses, the signs of lists
 * and alerts.
 */
const kept =
  /(!\[)([^\]]*)(\]\([^ )]+)( "[^"]*")?(\))|\[[^\]]*\](?:\([^)]*\))?|\{[^}]*\}|@[a-z]+:[\w-]+|https?:\S+|\$[^$]*\$|\\\(.*?\\\)|<[^>]*>|^Table: |&\w+;/g;

const turn = (text: string) =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));

/** Every word in other letters; as many words, of the same lengths, in the same places. */
function turnLine(line: string): string {
  let result = '';
  let from = 0;
  for (const match of line.matchAll(kept)) {
    const [all, open, alternative = '', target, title = '', close] = match;
    result += turn(line.slice(from, match.index));
    result += open === undefined ? all : `${open}${turn(alternative)}${target}${turn(title)}${close}`;
    from = match.index + all.length;
  }
  return result + turn(line.slice(from));
}

/** The paid part of an article in other words. Headings are public, and stay. */
export function turnSold(markdown: string): string {
  const [preview = '', sold] = markdown.split('<!-- more -->\n');
  if (sold === undefined) return markdown;
  let fence: string | undefined;
  const lines = sold.split('\n').map((line) => {
    const mark = /^\s*(```|\$\$)/.exec(line)?.[1];
    if (mark && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
      return line;
    }
    if (fence === '$$' || (fence === undefined && /^(?:#|\[|\s*\|[ :|-]+\|$)/.test(line))) return line;
    return fence ? turn(line) : turnLine(line);
  });
  return `${preview}<!-- more -->\n${lines.join('\n')}`;
}

/**
 * A copy of a publication in which every paid article says something else to those who buy it.
 * @returns what is sold in each
 */
export async function copyInOtherWords(from: string, to: string): Promise<{ one: string; other: string }[]> {
  await cp(from, to, { recursive: true });
  const folder = join(to, 'content/articles');
  const sold: { one: string; other: string }[] = [];
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.md'))) {
    const text = await readFile(join(folder, name), 'utf8');
    if (!/^tier: paid$/m.test(text)) continue;
    const turned = turnSold(text);
    await writeFile(join(folder, name), turned);
    const paidPart = (whole: string) => whole.split('<!-- more -->\n')[1] ?? '';
    sold.push({ one: paidPart(text), other: paidPart(turned) });
  }
  return sold;
}
