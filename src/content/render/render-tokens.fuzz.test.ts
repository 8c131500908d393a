import fc from 'fast-check';
import { expect, test } from 'vitest';
import { prepareText, renderText } from '../../../tests/content/render-text.ts';
import { normalise } from '../load/source-file.ts';

const pieces = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '![x](data:text/html,y)',
  '<javascript:alert(1)>',
  '[r]',
  '[r]: javascript:alert(1)',
  '[r]: <javascript:alert(1)> "t"',
  '$x^2$',
  '$\\href{javascript:alert(1)}{x}$',
  '$$\n\\frac{1}{2}\n$$',
  '\\(2x\\)',
  '$5 to $6',
  '`<b>`',
  '```ts\nlet a = "</code><script>";\n```',
  '```"><script>\nx\n```',
  '~~~js title="<script>"\nx\n~~~',
  '[^a]',
  '[^a]: note [^a]',
  '[^a]: ',
  '[@key]',
  '[@a; @b, p. <i>]',
  '> [!NOTE]\n> x',
  '> ',
  '>> ',
  '- ',
  '1. ',
  '- [x] ',
  '\n\n',
  '\n',
  '    ',
  '\t',
  '## ',
  '# ',
  '| a | b |\n|---|--:|\n| <b> | `c` |\n',
  '<kbd>',
  '</kbd>',
  '<details>',
  '</details>',
  '<summary>',
  '<sup>',
  '</sup>',
  '<br>',
  '<!-- more -->',
  '<!-- x',
  '-->',
  '<![CDATA[',
  '<?php',
  '<!DOCTYPE x>',
  '**',
  '*',
  '_',
  '~~',
  '<',
  '>',
  '&',
  '&lt;',
  '&#0;',
  '&#x110000;',
  '"',
  "'",
  '\\',
  '![',
  '](',
  ')',
  '[',
  ']',
  '![a](p.png "<b>")',
  '![a](p.png)',
  'https://x.example/<script>',
  'www.example.org',
  'a@b.example',
  '\uD800',
  '\u202E',
  '\u0000',
  'word ',
  ' ',
];
const markdown = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: 'binary', maxLength: 6 })), {
    maxLength: 24,
  })
  .map((parts) => normalise(parts.join('')));

const tag = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w-]+(?:="[^"<>]*")?)*)\s*>/g;
const attributes =
  /^(?:alt|aria-label|class|data-language|data-tex|decoding|display|encoding|height|href|id|loading|role|scope|src|start|tabindex|title|width|xmlns|disabled|mathvariant|linebreak|stretchy|fence|separator|lspace|rspace|scriptlevel|displaystyle|accent|accentunder|columnalign|columnspacing|rowspacing|movablelimits|symmetric|largeop|minsize|maxsize)$/;

test('no Markdown creates a script, a handler or an unsafe URL', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(markdown, async (text) => {
      const { html } = await renderText(text);
      expect(html).not.toMatch(/<(?:script|img src=x|iframe|style|b[\s>])/i);
      const rest = html.replaceAll(tag, (_whole, _slash: string, _name: string, list: string) => {
        for (const [, name = '', value = ''] of list.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
          expect(name).toMatch(attributes);
          expect(name.startsWith('on')).toBe(false);
          if (name === 'href') expect(value).toMatch(/^(?:https?:\/\/|mailto:|\/(?!\/)|#)/);
          if (name === 'src') expect(value).toMatch(/^\/figures\//);
        }
        return '';
      });
      expect(rest).not.toContain('<');
    }),
    { numRuns: 1500 },
  );
});

test('the text of the tokens is the source but for space, so places in it are real', async () => {
  await fc.assert(
    fc.asyncProperty(markdown, async (text) => {
      const { prepared } = await prepareText(text);
      expect(prepared?.document.markdown.replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
    { numRuns: 1500 },
  );
});

test.each(['> ', '- ', '**a *b ', '[', '<sup>', '1. ', '> [!NOTE]\n> ', '::: proof\n'])(
  '%j nested five thousand deep is reported or rendered, never thrown',
  { timeout: 60_000 },
  async (piece) => {
    const { found, prepared } = await prepareText(`${piece.repeat(5000)}x\n`);
    expect(prepared !== undefined || found.some(({ rule }) => rule === 'markdown-parses')).toBe(true);
  },
);
