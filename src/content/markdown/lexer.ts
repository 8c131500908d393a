import { Marked, type Token, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { alertSyntax } from './alerts.ts';
import { chartSyntax } from './chart-syntax.ts';
import { type CitedWorks, createCitationSyntax } from './citation-syntax.ts';
import { environmentSyntax } from './environments.ts';
import { footnoteDefinitionSyntax, footnoteReferenceSyntax } from './footnotes.ts';
import { labelSyntax, referenceSyntax } from './label-syntax.ts';
import { blockMathSyntax, inlineMathSyntax, parenthesisMathSyntax } from './math.ts';

const always: TokenizerAndRendererExtension[] = [
  alertSyntax,
  chartSyntax,
  environmentSyntax,
  footnoteDefinitionSyntax,
  footnoteReferenceSyntax,
  labelSyntax,
];
const math: TokenizerAndRendererExtension[] = [blockMathSyntax, inlineMathSyntax, parenthesisMathSyntax];

interface Reading {
  hasMath: boolean;
  /** The works it may cite. */
  works?: CitedWorks | undefined;
}

/** The syntax of articles beyond GitHub's. */
export function createSyntax({ hasMath, works }: Reading): TokenizerAndRendererExtension[] {
  // marked takes the last that fits: @fig:a is a reference before it is a citation.
  return [...always, createCitationSyntax(works), referenceSyntax, ...(hasMath ? math : [])];
}

/** Such text may contain a bare URL, or a line that ends with two spaces. */
const mayLink = /@|:\/\/|mailto:|xmpp:|www\.| {2}\n/i;
/** Running text up to the next character that could begin anything else. */
const prose = /^[^\\<![`*~_&{]+(?:!(?!\[)[^\\<![`*~_&{]+)*/;

/**
 * Reads running text in one step. Marked's own rule tests every character for the start of a URL, which was a third of
 * all lexing. Where this reads two pieces, marked joins them again.
 */
function inlineText(this: { lexer: { state: { inRawBlock: boolean } } }, source: string): Tokens.Text | false {
  const raw = mayLink.test(source) ? undefined : prose.exec(source)?.[0];
  return raw === undefined ? false : { type: 'text', raw, text: raw, escaped: this.lexer.state.inRawBlock };
}

/**
 * GitHub-flavoured Markdown with footnotes, citations, alerts and math. The `raw` of the top-level tokens adds up to
 * the source. A fresh instance for each document: marked keeps state in its instances.
 * Throws when nesting is deeper than the stack.
 */
export function lexMarkdown(markdown: string, options: Reading): Token[] {
  return new Marked({ gfm: true, extensions: createSyntax(options), tokenizer: { inlineText } }).lexer(markdown);
}
