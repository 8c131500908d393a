import { findLabels, labelKind } from '../markdown/labels.ts';
import type { Placed } from '../markdown/tokens.ts';
import { nearest } from './nearest.ts';
import type { Report } from './rules.ts';

/** @returns the labels that something may refer to. */
export function checkLabels(placed: readonly Placed[], report: Report): Set<string> {
  const labels = new Set<string>();
  for (const { label, at, parent } of findLabels(placed)) {
    if (labels.has(label)) report('label-unique', at, `The label ${label} is given already`);
    labels.add(label);
    const kind = labelKind(label);
    if (parent?.type === 'heading' ? kind !== undefined : kind === undefined) {
      report('label-place', at, `{#${label}} does not fit here: ${whereLabelsStand}`);
    }
  }
  for (const { node, at } of placed) {
    if (node.type !== 'reference' || labels.has(node.label)) continue;
    const closest = nearest(node.label, [...labels]);
    report(
      'reference-resolves',
      at,
      `Nothing is labelled {#${node.label}}${closest ? `; did you mean @${closest}?` : ''}`,
    );
  }
  return labels;
}

const whereLabelsStand =
  'a figure ends with {#fig:name}, a table caption with {#tbl:name}, a formula with {#eq:name} behind its $$, a heading with {#name}';
