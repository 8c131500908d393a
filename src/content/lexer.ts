import { Marked, type Token, type TokenizerAndRendererExtension } from 'marked';
import { alertSyntax } from './alerts.ts';
import { citationSyntax } from './citation-syntax.ts';
import { footnoteDefinitionSyntax, footnoteReferenceSyntax } from './footnotes.ts';
import { blockMathSyntax, inlineMathSyntax, parenthesisMathSyntax } from './math.ts';

const always: TokenizerAndRendererExtension[] = [
  alertSyntax,
  citationSyntax,
  footnoteDefinitionSyntax,
  footnoteReferenceSyntax,
];
const math: TokenizerAndRendererExtension[] = [blockMathSyntax, inlineMathSyntax, parenthesisMathSyntax];

/**
 * GitHub-flavoured Markdown with footnotes, citations, alerts and math. The `raw` of the top-level tokens adds up to
 * the source. A fresh instance for each document: marked keeps state in its instances.
 * Throws when nesting is deeper than the stack.
 */
export function lexMarkdown(markdown: string, options: { hasMath: boolean }): Token[] {
  return new Marked({ gfm: true, extensions: options.hasMath ? [...always, ...math] : always }).lexer(markdown);
}
