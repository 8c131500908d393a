import { renderMath } from '../markdown/math.ts';
import type { Node, Placed } from '../markdown/tokens.ts';
import type { Report } from './rules.ts';

/** Two plain words beside each other, which formulas do not have outside `\text{...}`. */
const prose = /(?:^|\s)[A-Za-z]{3,}\s+[A-Za-z]{3,}(?:\s|$)/;
/** A sum of money, a formula sign, and another dollar: likely a formula that begins with a digit. */
const digitFirst = /\$\d[^$\n]*[\\^_=][^$\n]*\$/;
const doubled = /\$\$[^$\n]+\$\$/;

/** @returns each formula KaTeX can read, rendered. */
export function checkFormulas(placed: readonly Placed[], report: Report): Map<Node, string> {
  const rendered = new Map<Node, string>();
  for (const { node, at } of placed) {
    if (node.type === 'math') {
      const result = renderMath(node);
      if (result.kind === 'rendered') rendered.set(node, result.html);
      else report('math-renders', at + node.raw.indexOf(node.tex) + result.at, result.message);
      if (!node.isBlock && prose.test(node.tex.replaceAll(/\\\w+\{[^}]*\}/g, ''))) {
        report('dollar-trap', at, 'These words are read as math; write \\$ for a dollar');
      }
    }
    if (node.type === 'text' && !node.tokens) reportTrap(node.raw, at, report);
  }
  return rendered;
}

function reportTrap(raw: string, at: number, report: Report): void {
  if (!raw.includes('$')) return;
  const digit = raw.search(digitFirst);
  if (digit !== -1)
    report(
      'dollar-trap',
      at + digit,
      'This is not read as math because it begins with a digit; write \\(...\\) for math',
    );
  const block = raw.search(doubled);
  if (block !== -1) report('dollar-trap', at + block, '$$ is math only on lines of its own');
}
