import type { ImportAssets } from './import-assets.ts';
import { listMystTargets, type MystTarget, writeMystRoles } from './myst-roles.ts';

/** Kinds of MyST's boxes that are ours, and those that come nearest. */
const boxes: Readonly<Record<string, string>> = {
  note: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
  attention: 'warning',
  danger: 'caution',
  error: 'caution',
  hint: 'tip',
  seealso: 'note',
  admonition: 'note',
};
const statements = /^(?:prf:)?(theorem|lemma|corollary|proposition|conjecture|definition|example|remark|proof)$/;
const opening = /^( {0,3})(`{3,}|:{3,}|~{3,})\{([\w:-]+)\}[ \t]*(.*)$/;
const option = /^:([\w-]+):[ \t]*(.*)$/;

interface Directive {
  name: string;
  argument: string;
  options: ReadonlyMap<string, string>;
  body: readonly string[];
  /** From 1, where it begins. */
  line: number;
}

interface Writing {
  assets: ImportAssets;
  targets: ReadonlyMap<string, MystTarget>;
}

/**
 * Writes MyST as the Markdown that pandoc reads. Every directive and role that has no form there is reported with its
 * line.
 */
export function prepareMyst(text: string, assets: ImportAssets): string {
  const targets = listMystTargets(text);
  const lines = text.replace(/^(---\n[\s\S]*?\n)authors:/, '$1author:').split('\n');
  return writeLines(lines, 1, { assets, targets }).join('\n');
}

/** @param first number of the first line in the file */
function writeLines(lines: readonly string[], first: number, writing: Writing): string[] {
  const written: string[] = [];
  let prose: string[] = [];
  const flush = () => {
    written.push(...writeProse(prose, writing));
    prose = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const found = opening.exec(line);
    const code = /^ {0,3}(`{3,}|~{3,})(?!\{)/.exec(line);
    const mark = found?.[2] ?? code?.[1];
    const end = mark === undefined ? -1 : findEnd(lines, at + 1, mark);
    if (end === -1) {
      prose.push(line);
      continue;
    }
    flush();
    const inside = lines.slice(at + 1, end);
    if (found) written.push('', ...writeDirective(readDirective(found, inside, first + at), writing), '');
    else written.push(...lines.slice(at, end + 1));
    at = end;
  }
  flush();
  return written;
}

/** The line that closes a directive: as many signs or more, and nothing else. Colons nest by their number. */
function findEnd(lines: readonly string[], from: number, mark: string): number {
  const sign = mark.charAt(0);
  return lines.findIndex((line, at) => {
    const text = line.trim();
    return at >= from && text.length >= mark.length && text === sign.repeat(text.length);
  });
}

function readDirective(found: RegExpExecArray, inside: readonly string[], line: number): Directive {
  const [, , , name = '', argument = ''] = found;
  const options = new Map<string, string>();
  let start = 0;
  if (inside[0]?.trim() === '---') {
    start = inside.indexOf('---', 1) + 1 || inside.length;
    for (const text of inside.slice(1, start - 1)) options.set(...splitOption(`:${text}`));
  } else
    for (; option.test(inside[start]?.trim() ?? ''); start += 1)
      options.set(...splitOption(inside[start]?.trim() ?? ''));
  return { name, argument: argument.trim(), options, body: inside.slice(start), line: line + 1 + start };
}

function splitOption(text: string): [string, string] {
  const [, key = '', value = ''] = option.exec(text.replace(/^:([\w-]+):?\s/, ':$1: ')) ?? [];
  return [key, value.trim().replace(/^(["'])(.*)\1$/, '$2')];
}

function writeDirective(directive: Directive, writing: Writing): string[] {
  const { name, argument, options, body, line } = directive;
  const { assets, targets } = writing;
  const inside = () => writeLines(body, line, writing);
  const label = targets.get(options.get('label') ?? options.get('name') ?? '')?.id;
  const named = label ? ` {#${label}}` : '';
  const statement = statements.exec(name)?.[1];
  const box = boxes[name];
  if (statement) {
    const title = argument ? ['', `## ${writeMystRoles(argument, writing)}`, ''] : [];
    return [`::: {.${statement}${label ? ` #${label}` : ''}}`, ...title, ...inside(), ':::'];
  }
  if (box) {
    const title =
      argument && name === 'admonition' ? ['', `**${writeMystRoles(argument, writing)}.**`, ''] : [argument, ''];
    return [`::: {.callout-${box}}`, ...title, ...inside(), ':::'];
  }
  switch (name) {
    case 'figure':
    case 'image': {
      const alt = options.get('alt');
      const caption = writeProse(body, writing).join(' ').trim();
      const shown = name === 'figure' ? caption : '';
      const attributes = [...(label ? [`#${label}`] : []), ...(alt ? [`fig-alt="${alt.replaceAll('"', "'")}"`] : [])];
      return [`![${shown}](${argument})${attributes.length > 0 ? `{${attributes.join(' ')}}` : ''}`];
    }
    case 'table':
      return [...inside(), '', `: ${writeMystRoles(argument, writing)}${named}`];
    case 'math':
      return ['$$', ...(argument ? [argument] : []), ...body.filter((text) => text.trim() !== ''), `$$${named}`];
    case 'code':
    case 'code-block':
    case 'code-cell':
    case 'sourcecode':
      if (options.has('caption')) assets.warn(`The caption of a listing: ${options.get('caption')}`);
      if (name === 'code-cell') assets.warn(`What the code cell in line ${line} prints and draws`);
      return ['~~~~~~'.concat(argument.replace(/[{}]/g, '') || 'text'), ...body, '~~~~~~'];
    default:
      assets.warn(`The directive ${name} in line ${line - 1 - options.size}, whose text stands as it was`);
      return [writeMystRoles(argument, writing), '', ...inside()];
  }
}

/** Running text: comments go, targets go to what follows them, roles become links and spans. */
function writeProse(lines: readonly string[], writing: Writing): string[] {
  const { assets, targets } = writing;
  const written: string[] = [];
  let target: string | undefined;
  for (const line of lines) {
    const name = /^\(([^)\n]+)\)=\s*$/.exec(line)?.[1];
    if (name !== undefined) target = name;
    else if (/^%/.test(line)) assets.warn(`A comment: ${line.slice(1).trim()}`);
    else if (/^\+\+\+/.test(line)) assets.warn(`A break between blocks: ${line.trim()}`);
    else if (target !== undefined && line.trim() !== '') {
      const id = targets.get(target)?.id;
      const isHeading = /^#{1,6} /.test(line);
      if (!isHeading) assets.warn(`The target ${target}, which is not before a heading`);
      written.push(isHeading ? `${writeMystRoles(line, writing)} {#${id}}` : writeMystRoles(line, writing));
      target = undefined;
    } else written.push(writeMystRoles(line, writing));
  }
  return written;
}
