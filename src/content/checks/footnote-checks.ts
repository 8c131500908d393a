import type { Bibliography } from '../citations/bibliography.ts';
import { didYouMean } from '../load/closest-match.ts';
import type { Report } from '../load/rules.ts';
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

/** @param options.reportEntry about the bibliography's file; `report` about the article. */
export function checkCitations(
  placed: readonly TokenPosition[],
  options: { bibliography: Bibliography | undefined; hasBibliography: boolean; report: Report; reportEntry: Report },
): void {
  const { bibliography, hasBibliography, report, reportEntry } = options;
  const known = new Set(bibliography?.keys);
  const cited = new Set<string>();
  for (const { node, at } of placed) {
    if (node.type !== 'citation') continue;
    for (const { key } of node.items) {
      cited.add(key);
      if (known.has(key)) continue;
      if (!hasBibliography)
        report(
          'citation-known',
          at,
          `@${key} is cited, but the front matter names no bibliography; add the key bibliography`,
        );
      else if (bibliography)
        report(
          'citation-known',
          at + node.raw.indexOf(`@${key}`),
          `@${key} is not in the bibliography${didYouMean(key, bibliography.keys, { otherwise: 'add it there' })}`,
        );
    }
  }
  for (const key of known) {
    if (!cited.has(key)) reportEntry('citation-used', bibliography?.placeOf(key) ?? 0, `Nothing cites ${key}`);
  }
}
