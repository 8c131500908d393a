import katex from 'katex';
import { decodeReferences } from '../../library/character-references.ts';

/** An element of the MathML that KaTeX writes, with its children or its text. */
interface MathNode {
  name: string;
  attributes: string;
  children: MathNode[];
  text: string;
}

/** Signs between two operands, with a space before and after. */
const infix = /^[=≈≠≡∼<>≤≥≪≫∝→⇒⇔←↔↦+−±×⋅·/∈∉⊂⊆∪∩∧∨∣]$/u;
/** An operand that needs no parentheses: one word or number, with its index or its arguments. */
const simple = /^[∑∏]?[\p{L}\p{M}\p{N}.,_^∗∞|′]+(?:\([^()]*\))?$/u;
const applied = '\u2061';
const tag = /<(\/?)(\w+)((?:\s[^>]*?)?)(\/?)>([^<]*)/g;

/**
 * A formula in one line that a person can read and a search can find: `\frac{n}{f+w}` is `n / (f + w)`. What KaTeX
 * cannot read stays as the author wrote it.
 */
export function readFormula(tex: string): string {
  try {
    const mathml = katex.renderToString(tex, { output: 'mathml', displayMode: true, strict: 'ignore', maxExpand: 500 });
    return tidy(write(parse(mathml)));
  } catch {
    return tex;
  }
}

function parse(mathml: string): MathNode {
  const root: MathNode = { name: 'mrow', attributes: '', children: [], text: '' };
  const open = [root];
  for (const [, slash, name = '', attributes = '', isEmpty, text = ''] of mathml.matchAll(tag)) {
    if (slash) open.pop();
    else {
      const node = { name, attributes, children: [], text: decodeReferences(text) };
      open.at(-1)?.children.push(node);
      if (!isEmpty) open.push(node);
    }
  }
  return root;
}

function write(node: MathNode): string {
  const { name, text, children } = node;
  const [base = '', second = '', third = ''] = children.map(write);
  switch (name) {
    case 'annotation':
    case 'mphantom':
      return '';
    case 'mspace':
      return writeGap(node.attributes);
    case 'mo':
      return infix.test(text) ? ` ${text} ` : text.replace(/^,$/, ', ');
    case 'mi':
    case 'mn':
    case 'mtext':
      return text;
    case 'mfrac':
      // A binomial coefficient has no line.
      return /linethickness="0/.test(node.attributes) ? `${base}; ${second}` : `${enclose(base)} / ${enclose(second)}`;
    case 'msqrt':
      return `√${enclose(writeRow(children))}`;
    case 'mroot':
      return `${enclose(base)}^(1/${tidy(second)})`;
    case 'msub':
      return `${base}_${enclose(second)}`;
    case 'munder':
      return `${base}_${enclose(second)} `;
    case 'msup':
      return /^′+$/.test(second) ? `${base}${second}` : `${base}^${enclose(second)}`;
    case 'mover':
      return /accent="true"/.test(node.attributes) ? `${enclose(base)}${second}` : `${base}^${enclose(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${base}_${enclose(second)}^${enclose(third)} `;
    case 'mtable':
      return children.map(write).map(tidy).join('; ');
    case 'mtr':
      return children.map(write).map(tidy).join(' ');
    default:
      return writeRow(children);
  }
}

/** `\qquad` separates two formulas. */
function writeGap(attributes: string): string {
  if (attributes.includes('width="-')) return '';
  return attributes.includes('width="2em"') ? '; ' : ' ';
}

/** Two letters side by side are a product; those of an upright word belong together. */
function writeRow(children: readonly MathNode[]): string {
  let row = '';
  for (const [at, child] of children.entries()) {
    const before = children[at - 1];
    row += before && isVariable(before) && isVariable(child) ? ` ${write(child)}` : write(child);
  }
  return row;
}

function isVariable({ name, attributes, text }: MathNode): boolean {
  return name === 'mi' && attributes === '' && text.length === 1;
}

/** An operand, in parentheses where it would run into what is around it. */
function enclose(operand: string): string {
  const text = tidy(operand);
  return simple.test(text) ? text : `(${text})`;
}

function tidy(text: string): string {
  return text
    .replaceAll(new RegExp(`${applied}\\s*(?=[(_^])`, 'g'), '')
    .replaceAll(applied, ' ')
    .replaceAll('∣', '|')
    .replaceAll(/\|\s+([^|]*?)\s+\|/g, '|$1|')
    .replaceAll(/(^|[(=,≈≠≤≥<>→⇒;] ?)\s*([+−])\s+/g, '$1$2')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+(?=[),;])/g, '')
    .replaceAll(/\(\s+/g, '(')
    .trim();
}
