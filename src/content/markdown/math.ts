import katex from 'katex';
import type { TokenizerAndRendererExtension } from 'marked';
import { indexAfterNewline } from './alerts.ts';
import type { MathToken } from './markdown-tokens.ts';
import { toMathmlCore } from './mathml.ts';

/**
 * Articles write about money too, so `$` opens math only before a character that is not a space, digit or `$`, and
 * closes it only between a character that is not a space and one that is not a letter, digit or `$`. Write math that
 * begins with a digit as `\(2x\)`.
 */
const dollars = /^\$(?![\s\d$])((?:\\.|[^\\\n$])+?)(?<!\s)\$(?![0-9A-Za-z$])/;
const parentheses = /^\\\(((?:\\[^)\n]|[^\\\n])+)\\\)/;
const block = /^ {0,3}\$\$[ \t]*\n?((?:(?!\n[ \t]*\n|\$\$)[\s\S])+)\$\$[ \t]*(?:\{#(eq:[\w-]+)\}[ \t]*)?(?:\n|$)/;

export const inlineMathSyntax: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'inline',
  start: (source) => source.indexOf('$'),
  tokenizer: (source) => readMath(dollars.exec(source), { isBlock: false }),
};

export const parenthesisMathSyntax: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'inline',
  start: (source) => source.indexOf('\\('),
  tokenizer: (source) => readMath(parentheses.exec(source), { isBlock: false }),
};

export const blockMathSyntax: TokenizerAndRendererExtension = {
  name: 'math',
  level: 'block',
  start: (source) => indexAfterNewline(source, '$$', /\n {0,3}\$\$/),
  tokenizer: (source) => readMath(block.exec(source), { isBlock: true }),
};

function readMath(match: RegExpExecArray | null, { isBlock }: { isBlock: boolean }): MathToken | undefined {
  const tex = match?.[1]?.trim();
  const label = match?.[2];
  return match && tex ? { type: 'math', raw: match[0], tex, isBlock, ...(label ? { label } : {}) } : undefined;
}

export type RenderedMath =
  | { kind: 'rendered'; html: string }
  | { kind: 'failed'; message: string /** Index in the TeX. */; at: number };

/** KaTeX paints what it will not run in this colour; no author would choose it. */
const refusalColour = '#0badc0';

/**
 * Renders TeX to MathML, which needs no stylesheet, font or script. Commands that could contain a URL or markup are
 * rejected.
 */
export function renderMath({ tex, isBlock }: MathToken): RenderedMath {
  try {
    const html = katex.renderToString(tex, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      errorColor: refusalColour,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 500,
    });
    if (html.includes(refusalColour))
      return { kind: 'failed', message: 'A command in this formula is not allowed', at: 0 };
    return { kind: 'rendered', html: takeMathElement(html, isBlock) };
  } catch (error) {
    // KaTeX leaves the position undefined where no token is wrong, whatever its type says.
    const at = error instanceof katex.ParseError && Number.isInteger(error.position) ? error.position : 0;
    if (error instanceof katex.ParseError) return { kind: 'failed', message: error.rawMessage, at };
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error), at: 0 };
  }
}

/**
 * KaTeX writes `<semantics>` with the TeX as an annotation. Browsers hide it, but programs that read an element's text
 * get the formula twice: "xx". The TeX goes into an attribute, where feeds find it and screen readers do not read it.
 */
function takeMathElement(html: string, isBlock: boolean): string {
  const parts = /<math([^>]*)><semantics>(.*)<annotation encoding="application\/x-tex">([^<]*)<\/annotation>/s.exec(
    html,
  );
  if (!parts) throw new Error('KaTeX wrote a formula in another form than expected.');
  const [, attributes = '', formula = '', tex = ''] = parts;
  const math = toMathmlCore(`<math${attributes} data-tex="${tex}">${formula}</math>`);
  if (!isBlock) return math;
  return `<div class="math-block" role="group" aria-label="Formula" tabindex="0">${math}</div>`;
}
