import type { Report } from '../load/rules.ts';
import type { Node, TokenPosition } from '../markdown/markdown-tokens.ts';
import { renderMath } from '../markdown/math.ts';
import { checkUnclosedMath, doubled, findLonelyBracket } from './unclosed-math.ts';

/** Two plain words beside each other, which formulas do not have outside `\text{...}`. */
const prose = /(?:^|\s)[A-Za-z]{3,}\s+[A-Za-z]{3,}(?:\s|$)/;
/** A sum of money, a formula sign or a variable, and another dollar: likely a formula that begins with a digit. */
const digitFirst =
  /\$\d[^$\n]*[\\^_=][^$\n]*\$|\$\d[\d.,]*\s?[-+*/<>]?\s?\(?[a-z](?![a-z])[^$\n]*(?<!\s)\$(?![\dA-Za-z])/;

/** @returns each formula KaTeX can read, rendered. */
export function checkFormulas(
  placed: readonly TokenPosition[],
  { hasMath, report }: { hasMath: boolean; report: Report },
): Map<Node, string> {
  const rendered = new Map<Node, string>();
  for (const { node, at } of placed) {
    if (node.type === 'math') {
      const result = renderMath(node);
      if (result.kind === 'rendered') rendered.set(node, result.html);
      const start = at + node.raw.indexOf(node.tex);
      if (result.kind === 'failed') report('math-renders', start + result.at, explainKatex(result.message));
      const lonely = result.kind === 'rendered' ? findLonelyBracket(node.tex) : -1;
      if (lonely !== -1) {
        const bracket = node.tex.charAt(lonely);
        report('math-brackets', start + lonely, `This ${bracket} has no partner; add it, or write \\left and \\right`);
      }
      if (!node.isBlock && prose.test(node.tex.replaceAll(/\\\w+\{[^}]*\}/g, ''))) {
        report('dollar-trap', at, 'These words are read as math; write \\$ for a dollar');
      }
    }
    if (hasMath && node.type === 'text' && !node.tokens) reportTrap(node.raw, at, report);
  }
  if (hasMath) checkUnclosedMath(placed, report);
  return rendered;
}

function explainKatex(message: string): string {
  if (/Expected '\}', got 'EOF'|expected '\}'/.test(message)) return 'A { of this formula is not closed; add }';
  if (/Expected 'EOF', got '\}'/.test(message)) return 'This } closes nothing; take it out';
  if (/Expected '\\right'/.test(message)) return 'A \\left of this formula has no \\right; add it';
  if (/Too many expansions/.test(message)) return 'A \\def of this formula calls itself; write the formula without it';
  const unknown = /Undefined control sequence: (\S+)/.exec(message)?.[1];
  return unknown ? `KaTeX knows no command ${unknown}; look for its spelling` : message;
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
