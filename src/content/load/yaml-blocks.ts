export interface YamlFailure {
  /** Index into the parsed text. */
  at: number;
  message: string;
}

/** A top-level key with all that belongs to it. */
export interface YamlBlock {
  key: string;
  /** Index of its first character in the whole text. */
  start: number;
  text: string;
}

const keyLine = /^("[^"\n]*"|'[^'\n]*'|[^\s#"'\-[\]{}][^:\n]*):(?=\s|$)/;
/** A key whose colon has no space after it. */
const tightKey = /^([A-Za-z_][\w-]*):[^\s/]/;
/** Part of what is above: indented, an item, a comment, a closing bracket, nothing. */
const belongs = /^(?:[ \t]|-(?:\s|$)|#|[\]}]|$)/;

/** Cuts a mapping into its top-level keys, line by line; lines that are part of none are reported. */
export function splitBlocks(text: string): { blocks: YamlBlock[]; failures: YamlFailure[] } {
  const blocks: YamlBlock[] = [];
  const failures: YamlFailure[] = [];
  let start = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const content = line.replace(/\n$/, '');
    const key = keyLine.exec(content)?.[1];
    const last = blocks.at(-1);
    if (key !== undefined) blocks.push({ key: key.replaceAll(/^["']|["']$/g, ''), start, text: line });
    else if (last && belongs.test(content)) last.text += line;
    else if (content.trim() !== '' && !content.startsWith('#')) failures.push(explainStray(content, start));
    start += line.length;
  }
  return { blocks, failures };
}

function explainStray(line: string, at: number): YamlFailure {
  const tight = tightKey.exec(line);
  if (tight?.[1]) return { at: at + tight[1].length, message: `Put a space after the colon of ${tight[1]}` };
  const message = 'This line is not "key: value"; if it continues the value above, indent it by two spaces';
  return { at, message };
}
