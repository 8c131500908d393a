import { didYouMean } from '../load/closest-match.ts';
import type { Report } from '../load/rules.ts';
import { environmentLabels } from '../markdown/environments.ts';
import type { Heading } from '../markdown/headings.ts';
import { findLabels, type LabelKind, labelKind } from '../markdown/label-syntax.ts';
import type { Node, TokenPosition } from '../markdown/markdown-tokens.ts';
import { captionMark } from '../markdown/table-captions.ts';

/** @returns the labels that something may refer to. */
export function checkLabels(
  placed: readonly TokenPosition[],
  headings: readonly Heading[],
  report: Report,
): Set<string> {
  const labels = new Set<string>();
  for (const { label, at, parent } of findLabels(placed)) {
    if (labels.has(label)) report('label-unique', at, `The label ${label} is given already; name this one otherwise`);
    labels.add(label);
    if (!fits(labelKind(label), parent)) {
      report('label-place', at, `{#${label}} does not fit here: ${whereLabelsStand}`);
    }
  }
  const sections = headings.map(({ id }) => `sec:${id}`);
  const known = new Set([...labels, ...sections]);
  for (const { node, at } of placed) {
    if (node.type !== 'reference' || known.has(node.label)) continue;
    const otherwise = 'write the label where it belongs, or link to the article that has it';
    const meant = didYouMean(node.label, known, { mark: '@', otherwise });
    report('reference-resolves', at, `Nothing in this file is labelled {#${node.label}}${meant}`);
  }
  return labels;
}

/** Does what it is written on have a number of that kind? */
function fits(kind: LabelKind | undefined, parent: Node | undefined): boolean {
  switch (kind) {
    case undefined:
    case 'sec':
      return parent?.type === 'heading';
    case 'tbl':
      return parent?.type === 'paragraph' && parent.raw.startsWith(captionMark);
    case 'fig':
      return (
        (parent?.type === 'environment' && parent.kind === 'figure') ||
        parent?.type === 'chart' ||
        (parent?.type === 'paragraph' && parent.tokens.some(({ type }) => type === 'image'))
      );
    case 'eq':
      return parent?.type === 'math';
    case 'thm':
    case 'lem':
    case 'cor':
    case 'prp':
    case 'cnj':
    case 'def':
    case 'exm':
    case 'rem':
      return parent?.type === 'environment' && environmentLabels[parent.kind] === kind;
  }
}

const whereLabelsStand =
  'a figure ends with {#fig:name}, a table caption (Table: ...) with {#tbl:name}, a formula with {#eq:name} behind its $$, a heading with {#name}, the line of a theorem with {#thm:name}';
