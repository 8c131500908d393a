import { didYouMean } from '../load/closest-match.ts';
import type { Report } from '../load/rules.ts';
import { isKnownLanguage } from '../markdown/highlight.ts';
import type { TokenPosition } from '../markdown/markdown-tokens.ts';

const common = [
  'bash',
  'css',
  'diff',
  'html',
  'http',
  'javascript',
  'json',
  'markdown',
  'python',
  'sql',
  'text',
  'typescript',
  'yaml',
];

/** @returns the languages to highlight. */
export function checkCode(placed: readonly TokenPosition[], report: Report): Set<string> {
  const languages = new Set<string>();
  for (const { node, at } of placed) {
    if (node.type !== 'code' || node.codeBlockStyle === 'indented') continue;
    if (!isClosed(node.raw)) {
      report('code-closed', at, 'This code has no end, so all that follows is code; add a line like its first fence');
    }
    const language = (node.lang ?? '').split(/\s/)[0]?.toLowerCase() ?? '';
    if (language === '') {
      report('code-language', at, 'Name a language after the fence, or text for none');
      continue;
    }
    if (isKnownLanguage(language)) languages.add(language);
    else report('code-language', at, `The highlighter does not know ${language}${didYouMean(language, common)}`);
  }
  return languages;
}

/** A fence without an end takes the rest of the file, or of its list or quote (CommonMark 4.5). */
function isClosed(raw: string): boolean {
  const [fence = ''] = /^ {0,3}(?:`{3,}|~{3,})/.exec(raw) ?? [];
  const lines = raw.trimEnd().split('\n');
  const last = lines.at(-1)?.trim() ?? '';
  return lines.length > 1 && last.startsWith(fence.trim()) && /^(?:`+|~+)$/.test(last);
}
