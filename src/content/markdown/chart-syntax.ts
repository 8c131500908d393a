import type { TokenizerAndRendererExtension } from 'marked';
import { indexAfterNewline } from './alerts.ts';
import { readAttributes } from './label-syntax.ts';
import type { ChartToken } from './markdown-tokens.ts';

const fence =
  /^( {0,3})(`{3,}|~{3,})chart(?![^\s{])[ \t]*([^\n`]*)\n([\s\S]*?)(?:(?<=\n)|\n) {0,3}\2[`~]*[ \t]*(?:\n+|$)/;

/** A code fence whose language is `chart`: what to draw, instead of code to show. */
export const chartSyntax: TokenizerAndRendererExtension = {
  name: 'chart',
  level: 'block',
  start: (source) => indexAfterNewline(source, 'chart', /\n {0,3}(?:`{3,}|~{3,})chart/),
  tokenizer(source): ChartToken | undefined {
    const match = fence.exec(source);
    if (!match) return undefined;
    const [raw, , , info = '', text = ''] = match;
    return { type: 'chart', raw, text, info: info.trim(), ...readAttributes(info.trim()) };
  },
};
