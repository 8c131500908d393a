import type { Report } from '../load/rules.ts';
import type { TokenPosition } from '../markdown/markdown-tokens.ts';

/** Signs that only formulas have: a command, a power, an index, an equation, a group. */
const formulaSign = /\\[A-Za-z]|[\^_={}]/;
/** Names of shares and variables, which begin with a dollar in running text: $AAPL, $HOME. */
const name = /^\$[A-Z]{2,}\b/;
/** A formula between two `$$` in a line. */
export const doubled = /\$\$[^$\n]+\$\$/;

/** Reports what opens a formula and is read as text because nothing closes it. */
export function checkUnclosedMath(placed: readonly TokenPosition[], report: Report): void {
  for (const [index, { node, at, parent }] of placed.entries()) {
    if (node.type === 'text' && !node.tokens && node.raw.includes('$')) reportDollars(node.raw, at, report);
    if (node.type !== 'escape') continue;
    const after = placed[index + 1];
    const next = after && after.parent === parent && after.node.type === 'text' ? after.node.raw : '';
    if (node.raw === '\\(' && formulaSign.test(next)) {
      report('math-closed', at, 'The formula that \\( opens here is not closed; add \\) on the same line');
    }
    if (node.raw === '\\[' && formulaSign.test(next)) {
      report('math-closed', at, '\\[ opens no formula here; put it between $$ and $$ on lines of their own');
    }
  }
}

function reportDollars(raw: string, at: number, report: Report): void {
  const block = doubled.test(raw) ? -1 : raw.indexOf('$$');
  if (block !== -1) {
    report(
      'math-closed',
      at + block,
      'The formula that $$ opens or closes here is only half there; end it with $$ on a line of its own, without an empty line in it',
    );
    return;
  }
  for (const { index } of raw.matchAll(/\$(?!\d)/g)) {
    const rest = raw.slice(index);
    const inside = /^\$\s?([^$\n]*)/.exec(rest)?.[1] ?? '';
    // A dollar after a space or at the end of a formula opens nothing.
    if (name.test(rest) || !formulaSign.test(inside.split(/\s[a-z]{4,}\s/i)[0] ?? '')) continue;
    report('math-closed', at + index, explainDollar(rest));
    return;
  }
}

function explainDollar(rest: string): string {
  if (/^\$\s/.test(rest)) return 'No space may follow the $ that opens a formula';
  const hasWords = /[A-Za-z]{4,}/.test(/^\$([^$\n]*)/.exec(rest)?.[1]?.replaceAll(/\\[A-Za-z]+/g, '') ?? '');
  if (!hasWords && /^\$[^$\n]*\s\$/.test(rest)) return 'No space is allowed before the $ that closes a formula';
  if (!hasWords && /^\$[^$\n]*\$[0-9A-Za-z]/.test(rest))
    return 'No letter or digit may follow the $ that closes a formula';
  return 'The formula that $ opens here is not closed; add $ on the same line, or write \\$ for a dollar';
}

/** Text inside a formula, and delimiters that TeX pairs itself. */
const notBrackets =
  /\\(?:left|right|middle)\s*(?:\\[A-Za-z]+|\\.|.)|\\(?:text|mathrm|operatorname)\{[^}]*\}|\\[^A-Za-z]/g;

/**
 * The first round or square bracket of a formula without a partner; a half-open interval is one.
 * @returns its index, or -1
 */
export function findLonelyBracket(tex: string): number {
  const open: number[] = [];
  const plain = tex.replaceAll(notBrackets, (match) => ' '.repeat(match.length));
  for (const { index, 0: sign } of plain.matchAll(/[()[\]]/g)) {
    if (sign === '(' || sign === '[') open.push(index);
    else if (open.pop() === undefined) return index;
  }
  return open[0] ?? -1;
}
