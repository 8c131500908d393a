import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHighlighter } from './highlight.ts';

const lines = ['const a = 1;', '/* opened', 'closed */', 'f(`text', 'more`);', '', '// const a = 1;', '}'];

async function openTypeScript() {
  const highlighter = createHighlighter();
  await highlighter.load(['ts']);
  return highlighter;
}

describe('the highlighter', () => {
  it('colours a line by what stands above it, although it has seen the line before', async () => {
    const { highlight } = await openTypeScript();
    const alone = highlight('const a = 1;', 'ts');
    expect(alone).toContain('<span class="tok-keyword">const');
    expect(highlight('/*\nconst a = 1;\n*/', 'ts')).toContain('<span class="tok-comment">const a = 1;</span>');
    expect(highlight('const a = 1;', 'ts')).toBe(alone);
  });

  it('remembers nothing that changes a result', async () => {
    const warm = await openTypeScript();
    const code = fc.array(fc.constantFrom(...lines), { maxLength: 8 }).map((chosen) => chosen.join('\n'));
    await fc.assert(
      fc.asyncProperty(code, async (text) => {
        const fresh = await openTypeScript();
        expect(warm.highlight(text, 'ts')).toBe(fresh.highlight(text, 'ts'));
        fresh.close();
      }),
      { numRuns: 40 },
    );
  });

  it('escapes code in a language it does not know', () => {
    expect(createHighlighter().highlight('a < b', 'brainfog')).toBe('a &lt; b');
  });
});
