import { codePoint, explainLookAlike } from '../load/look-alikes.ts';
import type { Report } from '../load/rules.ts';
import { isEnvironmentKind } from '../markdown/environments.ts';
import type { EnvironmentToken, TokenPosition } from '../markdown/markdown-tokens.ts';
import { findSubfigures } from '../markdown/numbers.ts';
import { captionMark } from '../markdown/table-captions.ts';

/** Characters that an author meant as markup and readers would see as text, and what to write instead. */
const leftovers: readonly { sign: RegExp; message: (found: string) => string }[] = [
  {
    sign: /\[[^\]\n]+\] \((?=https?:|\/|$)/,
    message: () => 'Take out the space between ] and (, or this is not a link',
  },
  {
    sign: /\[[^\]\n]*\]\([^()\s]+\.\w+ [^()\n]*\)|\[[^\]\n]*\]\([^()\s]* [^()\s]*\.\w+\)/,
    message: () => 'A URL has no spaces; rename the file, or write %20 for each',
  },
  {
    sign: /\[[^\]\n]+\]\((?:(?:\.{0,2}\/|#)[^()\n]*)?$/m,
    message: () => 'This link is not closed; end its URL with )',
  },
  {
    sign: /\\(?:(?:auto|foot|text)?cite[pt]?|(?:c|C|auto|eq)?ref|text(?:bf|it|tt)|emph|footnote|label|(?:sub)*section|begin|end)\{/,
    message: (found) => `${found.slice(0, -1)} is LaTeX, which is read in formulas only; write it in Markdown`,
  },
  {
    sign: /(?<![*\d\s])\*\*(?![*\d])|(?<![*\d])\*\*(?![*\d\s])/,
    message: () => 'This ** has no partner; add it, or write \\*\\*',
  },
  {
    sign: /\{#[^\s{}]+\}\s*$/,
    message: (found) =>
      `${found.trim()} is not a label; use lower-case letters, digits and hyphens, as {#fig:name}${explainLookAlike(found)}`,
  },
  {
    sign: /(?<![=\w])==(?=[^\s=])[^=\n]*[^\s=]==(?!=)/,
    message: (found) => `${found} is not read; write <mark>${found.slice(2, -2)}</mark>`,
  },
  {
    sign: /(?<=[\p{L}\p{N})])\^[^\s^]+\^/u,
    message: (found) => `${found} is not read; write <sup>${found.slice(1, -1)}</sup>, or a formula`,
  },
  {
    sign: /\[\[[^[\]\n]+\]\]/,
    message: (found) => `${found} is not read; write a link: [words](name-of-the-article.md)`,
  },
  {
    sign: /(?<![\w\]])\[[^[\]\n]+\]\[[^[\]\n]+\]/,
    message: (found) => {
      const label = found.slice(found.indexOf('][') + 2, -1);
      return `Nothing defines [${label}]; write [${label}]: and the URL on a line of its own`;
    },
  },
];

/** Signs of markup in a text that is shown as it is typed: a title, a description, a caption of a figure. */
const markup = /\$[^\s$\d][^$\n]*\$|(?<![\w*])\*{1,2}[^\s*][^*\n]*\*|`[^`\n]+`|\[-?@\w[^\]\n]*\]|\]\([^)\s]+\)/;

/** Reports markup where none is read. @param what the noun for the message, such as `caption` */
export function checkPlainText(text: string, { at, what, report }: { at: number; what: string; report: Report }): void {
  const found = markup.exec(text)?.[0];
  if (found) report('markup-read', at, `A ${what} is plain text, and ${found} is shown as typed; write it in words`);
}

const conflict = /^(?:<{7}|>{7}) \S.*$/gm;

/** Reports what is left of a merge, and signs of markup that the lexer read as words. */
export function checkUnparsedMarkup(
  placed: readonly TokenPosition[],
  { text, report }: { text: string; report: Report },
): void {
  const codes = placed.filter(({ node }) => node.type === 'code');
  for (const { index } of text.matchAll(conflict)) {
    if (codes.some(({ node, at }) => index >= at && index < at + node.raw.length)) continue;
    report(
      'conflict-solved',
      index,
      'Two versions were merged here and the choice is open; keep one and delete the lines of <, = and >',
    );
  }
  for (const { node, at } of placed) {
    if (node.type === 'paragraph') {
      checkParagraph(node.raw, at, report);
      if (node.raw.startsWith(captionMark) && !isBeforeTable(at + node.raw.length, placed))
        report('markup-read', at, 'A caption must be directly before its table; there is none here');
    }
    if (node.type === 'environment' && node.kind === 'figure') checkFigure(node, at, report);
    if (node.type === 'image' && node.title)
      checkPlainText(node.title, { at: at + Math.max(node.raw.indexOf(node.title), 0), what: 'caption', report });
    if (node.type === 'del' && !node.raw.startsWith('~~'))
      report('markup-read', at, `${node.raw} is struck through; write <sub>${node.text}</sub>, or ~~ to strike it`);
    if (node.type !== 'text' || 'tokens' in node) continue;
    for (const { sign, message } of leftovers) {
      const found = sign.exec(node.raw);
      if (found) report('markup-read', at + found.index, message(found[0]));
    }
  }
}

function isBeforeTable(end: number, placed: readonly TokenPosition[]): boolean {
  return placed.find(({ node, at }) => at >= end && node.type !== 'space')?.node.type === 'table';
}

function checkFigure(figure: EnvironmentToken, at: number, report: Report): void {
  const found = findSubfigures(figure).length;
  if (found < 2 || found < figure.tokens.filter(({ type }) => type !== 'space').length)
    report(
      'markup-read',
      at,
      'Nothing but pictures of ::: figure is shown; give it two or more, each in a paragraph of its own, and put words outside',
    );
}

function checkParagraph(raw: string, at: number, report: Report): void {
  const heading = /^(#{2,6})[^#\s]/.exec(raw)?.[1];
  if (heading) report('markup-read', at, `A heading has a space after ${heading}`);
  const item = /^(?:[-*+]|\d+[.)])\u00A0/.exec(raw)?.[0].trim();
  if (item) report('markup-read', at, `An item of a list has a space after ${item}, and not U+00A0`);
  const fence = /^([‘’“”´'])\1\1\S*$/m.exec(raw)?.[0];
  if (fence)
    report('markup-read', at, `${fence} is not a code fence; write three of U+0060, not of ${codePoint(fence)}`);
  const directive = /^:{3,} *\{?\.?([\p{L}\p{M}\w:-]+)\}?/u.exec(raw)?.[1];
  if (directive)
    report(
      'markup-read',
      at,
      isEnvironmentKind(directive)
        ? `Nothing closes ::: ${directive}; end it with a line of three colons`
        : `The directive ${directive} is not read; write > [!NOTE] for a box, ::: theorem for a statement, or plain Markdown${explainLookAlike(directive)}`,
    );
  if (/^:{3,}\s*$/.test(raw)) report('markup-read', at, 'These colons close nothing; take them out');
  const lines = raw.trim().split('\n');
  const bullet = /^[•‣◦▪·–—] /.exec(raw)?.[0].trim();
  if (bullet && lines.length > 1 && lines.every((line) => line.startsWith(bullet)))
    report('markup-read', at, `${bullet} (${codePoint(bullet)}) makes no list; write - before each item`);
  if (lines.length > 1 && lines.every((line) => line.trim().startsWith('|')))
    report(
      'markup-read',
      at,
      'This is not a table without a second line of dashes, one group for each column: | --- | --- |',
    );
}
