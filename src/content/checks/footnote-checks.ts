import type { Bibliography } from '../citations/bibliography.ts';
import { didYouMean } from '../load/closest-match.ts';
import type { Report } from '../load/rules.ts';
import { labelKind } from '../markdown/label-syntax.ts';
import type { FootnoteDefinition, TokenPosition } from '../markdown/markdown-tokens.ts';

/** @returns the first definition of each label. */
export function checkFootnotes(placed: readonly TokenPosition[], report: Report): Map<string, FootnoteDefinition> {
  const definitions = new Map<string, FootnoteDefinition>();
  const places = new Map<string, number>();
  for (const { node, at } of placed) {
    if (node.type !== 'footnote_definition') continue;
    if (definitions.has(node.label)) {
      report('footnote-unique', at, `The footnote ${node.label} is defined already`);
      continue;
    }
    definitions.set(node.label, node);
    places.set(node.label, at);
  }
  const used = new Set<string>();
  for (const { node, at } of placed) {
    if (node.type !== 'footnote_reference') continue;
    used.add(node.label);
    if (!definitions.has(node.label)) {
      const otherwise = `write [^${node.label}]: and its text below`;
      const meant = didYouMean(node.label, definitions.keys(), { otherwise });
      report('footnote-defined', at, `Nothing defines the footnote ${node.label}${meant}`);
    }
  }
  for (const [label, at] of places) {
    if (!used.has(label)) report('footnote-used', at, `Nothing refers to the footnote ${label}`);
  }
  return definitions;
}

const plainKey = /(?<![\p{L}\p{N}_@./\\[-])@([\p{L}\p{M}\p{N}_]+(?:[:.#$%&\-+?<>~/][\p{L}\p{M}\p{N}_]+)*)/gu;
/** A key such as `fielding2014`, which names a work and not an account or a package. */
const isKeyOfWork = (key: string) => /^\p{L}+\d{4}[a-z]?(?:\p{L}*)$/u.test(key);

/** @returns the keys that are cited. */
export function checkCitations(
  placed: readonly TokenPosition[],
  options: { bibliography: Bibliography | undefined; hasBibliography: boolean; report: Report },
): Set<string> {
  const { bibliography, hasBibliography, report } = options;
  const cited = new Set<string>();
  for (const { node, at } of placed) {
    if (node.type === 'text' && !('tokens' in node) && node.raw.includes('@')) {
      for (const { index, 1: key = '' } of node.raw.matchAll(plainKey)) {
        if (labelKind(key) || bibliography?.unreadable.has(key)) continue;
        if (bibliography)
          report('citation-meant', at + index, explainUnknown(key, bibliography, 'write \\@ if it is not a citation'));
        else if (!hasBibliography && isKeyOfWork(key)) report('citation-meant', at + index, explainMissingFile(key));
      }
    }
    if (node.type !== 'citation') continue;
    for (const { key, name, prefix, suffix } of node.items) {
      cited.add(key);
      if (/[*_`$]|\]\(/.test(prefix + suffix))
        report('markup-read', at, 'Markup beside a key is not read; write the words of a citation plainly');
      // What is wrong with its entry is reported in the bibliography.
      if (name || bibliography?.unreadable.has(key)) continue;
      if (!hasBibliography) report('citation-known', at, explainMissingFile(key));
      else if (bibliography) {
        const place = at + Math.max(node.raw.indexOf(`@${key}`), 0);
        report('citation-known', place, explainUnknown(key, bibliography, 'add it there'));
      }
    }
  }
  return cited;
}

function explainUnknown(key: string, { keys }: Bibliography, otherwise: string): string {
  return `@${key} is not in the bibliography${didYouMean(key, keys, { otherwise })}`;
}

function explainMissingFile(key: string): string {
  return `@${key} is cited, but the front matter names no bibliography; add the key bibliography`;
}
