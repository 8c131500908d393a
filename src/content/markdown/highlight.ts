import type { HighlighterCore } from 'shiki/core';
import { bundledLanguages } from 'shiki/langs';
import { escapeHtml } from '../../library/markup.ts';

/** Colours code. One for the whole build: grammars are costly to load, and what they know does not change. */
export interface Highlighter {
  /** Loads the grammars of these languages; unknown ones are passed over. */
  load(languages: Iterable<string>): Promise<void>;
  /**
   * @returns escaped HTML whose spans have the classes `tok-keyword`, `tok-string`, ... of the css-variables theme;
   *   plain when the language is not loaded.
   */
  highlight(code: string, language: string): string;
  /** Frees the grammars. */
  close(): void;
}

/** Leaves code in one colour: for commands that show none. */
export const plainHighlighter: Highlighter = { load: async () => {}, highlight: escapeHtml, close() {} };

const plain = new Set(['text', 'txt', 'plain', 'plaintext']);
const theme = 'quire-classes';

export function isKnownLanguage(language: string): boolean {
  return plain.has(language) || Object.hasOwn(bundledLanguages, language);
}

/** Nothing is loaded before the first block of code. */
export function createHighlighter(): Highlighter {
  let shiki: HighlighterCore | undefined;
  const loaded = new Set<string>();
  return {
    async load(languages) {
      for (const language of languages) {
        if (loaded.has(language) || plain.has(language) || !isBundled(language)) continue;
        shiki ??= await openShiki();
        await shiki.loadLanguage(bundledLanguages[language]);
        loaded.add(language);
      }
    },
    highlight(code, language) {
      if (!shiki || !loaded.has(language)) return escapeHtml(code);
      const options = { lang: language, theme, tokenizeMaxLineLength: 2000, tokenizeTimeLimit: 0 };
      return shiki.codeToTokensBase(code, options).map(renderLine).join('\n');
    },
    close() {
      shiki?.dispose();
      shiki = undefined;
      loaded.clear();
    },
  };
}

function isBundled(language: string): language is keyof typeof bundledLanguages {
  return Object.hasOwn(bundledLanguages, language);
}

/** The theme names roles, not colours: one pass serves light and dark, and the page needs no inline style. */
async function openShiki(): Promise<HighlighterCore> {
  const { createCssVariablesTheme, createHighlighterCore } = await import('shiki/core');
  const { createJavaScriptRegexEngine } = await import('shiki/engine/javascript');
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: theme, variablePrefix: '' })],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
}

interface ColouredToken {
  content: string;
  color?: string | undefined;
}

function renderLine(tokens: readonly ColouredToken[]): string {
  let html = '';
  let text = '';
  let role = '';
  for (const token of tokens) {
    // White space has no colour, so it joins the text before it, and the span continues.
    const next = token.content.trim() === '' ? role : readRole(token.color);
    if (next !== role) {
      html += renderSpan(text, role);
      text = '';
      role = next;
    }
    text += token.content;
  }
  return html + renderSpan(text, role);
}

function renderSpan(text: string, role: string): string {
  if (text === '') return '';
  return role === '' ? escapeHtml(text) : `<span class="tok-${role}">${escapeHtml(text)}</span>`;
}

/** `var(token-keyword)` is a keyword; the foreground needs no class. */
function readRole(color: string | undefined): string {
  return /token-([a-z-]+)/.exec(color ?? '')?.[1] ?? '';
}
