import { environmentLabels } from '../content/markdown/environments.ts';
import type { ImportAssets } from './import-assets.ts';

/** The target of a MyST role, and the name that pandoc's Markdown has for it. */
export interface MystTarget {
  id: string;
  words?: string;
}

const { proof: _, ...numbered } = environmentLabels;
const kinds: Readonly<Record<string, string>> = { ...numbered, table: 'tbl', math: 'eq' };
const directive = /^ {0,3}(?:`{3,}|:{3,})\{(?:prf:)?(\w+)\}[^\n]*\n((?:[ \t]*(?::[\w-]+:|---|[\w-]+:)[^\n]*\n)*)/gm;
const heading = /^\(([^)\n]+)\)=\s*\n+#{1,6} ([^\n]+)/gm;
const formula = /\$\$[ \t]*\(([\w:-]+)\)/g;
const role = /\{([\w:-]+)\}(`+)([^`]+)\2/g;
const plain = new Set(['abbr', 'term', 'index', 'dfn', 'guilabel', 'menuselection', 'command', 'file', 'program']);

/** Every name that the text gives, whether or not something refers to it. */
export function listMystTargets(text: string): Map<string, MystTarget> {
  const targets = new Map<string, MystTarget>();
  const add = (name: string, kind: string) => targets.set(name, { id: `${kind}-${toId(name)}` });
  for (const [, kind = '', options = ''] of text.matchAll(directive)) {
    const name = /(?:^|\n)[ \t]*:?(?:name|label):[ \t]*([^\n]+)/.exec(options)?.[1]?.trim();
    const prefix = kinds[kind];
    if (name && prefix) add(name, prefix);
  }
  for (const [, name = '', words = ''] of text.matchAll(heading)) targets.set(name, { id: `sec-${toId(name)}`, words });
  for (const [, name = ''] of text.matchAll(formula)) add(name, 'eq');
  return targets;
}

/** The first part of a name says its kind, which its target says again. */
function toId(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:fig(?:ure)?|ta?ble?|eqn?|thm|theorem|lem|cor|prp|def|exm|rem|sec)[:_-]/, '')
    .replaceAll(/[^a-z\d]+/g, '-');
}

/** Writes the roles of a line as pandoc's Markdown; one that has no form there keeps its words and is reported. */
export function writeMystRoles(
  line: string,
  { assets, targets }: { assets: ImportAssets; targets: ReadonlyMap<string, MystTarget> },
): string {
  const refer = (name: string): string | undefined => {
    const target = targets.get(name);
    return target && (target.words ? `[${target.words}](#${target.id})` : `@${target.id}`);
  };
  const report = (what: string, words: string) => {
    assets.warn(what);
    return words;
  };
  const written = line
    .replaceAll(formula, (_, name: string) => `$$ {#${targets.get(name)?.id}}`)
    .replaceAll(role, (whole: string, name: string, _ticks: string, text: string) => {
      const [, words, inner = text] = /^(.*?)\s*<([^>]+)>$/.exec(text) ?? [];
      switch (name) {
        case 'ref':
        case 'numref':
        case 'eq':
        case 'prf:ref':
          return refer(inner) ?? report(`The reference to ${inner}`, words ?? inner);
        case 'cite':
        case 'cite:p':
        case 'citep':
          return `[${inner
            .split(',')
            .map((key) => `@${key.trim()}`)
            .join('; ')}]`;
        case 'cite:t':
        case 'citet':
          return inner
            .split(',')
            .map((key) => `@${key.trim()}`)
            .join(' and ');
        case 'math':
          return `$${text}$`;
        case 'sub':
        case 'subscript':
          return `~${text}~`;
        case 'sup':
        case 'superscript':
          return `^${text}^`;
        case 'code':
        case 'kbd':
          return `\`${text}\``;
        case 'doc':
          return report(`The link to the document ${inner}`, words ?? inner);
        default:
          if (plain.has(name)) return words ?? text.replace(/\s*\([^)]*\)$/, '');
          return report(`The role ${whole}`, words ?? text);
      }
    });
  for (const [substitution] of written.matchAll(/\{\{[^{}]+\}\}/g)) assets.warn(`The substitution ${substitution}`);
  return written.replaceAll(/\[([^\]]*)\]\(#([^)\s]+)\)/g, (whole: string, words: string, name: string) =>
    words === '' ? (refer(name) ?? whole) : targets.has(name) ? `[${words}](#${targets.get(name)?.id})` : whole,
  );
}
