import { expect, test } from 'vitest';
import { prepareText, renderText } from '../../../tests/content/render-text.ts';

/** The formulas of a line of prose, in TeX. */
async function formulas(markdown: string): Promise<string[]> {
  const { prepared } = await prepareText(markdown);
  return prepared?.document.placed.flatMap(({ node }) => (node.type === 'math' ? [node.tex] : [])) ?? [];
}

test.each([
  ['It cost $50 to $100 a seat.', []],
  ['It cost $5, not $6.', []],
  ['From US$50 to US$60.', []],
  ['$AAPL and $MSFT fell.', []],
  ['Prices of $5 and $E=mc^2$ together.', ['E=mc^2']],
  ['In parentheses ($a+b$), quoted "$c$".', ['a+b', 'c']],
  ['$x$-wise and $y$.', ['x', 'y']],
  ['Escaped \\$x\\$ is text.', []],
  ['Space $ x $ is text.', []],
  ['`$x$` is code.', []],
  ['\\(2x\\) begins with a digit.', ['2x']],
  ['A dollar \\$ in $\\text{\\$}x$.', ['\\text{\\$}x']],
  ['$a$5 and $b$c', []],
  ['Before\n$$\nx^2\n$$\nafter', ['x^2']],
])('%j has the formulas %j', async (markdown, expected) => {
  expect(await formulas(markdown)).toEqual(expected);
});

test('a formula becomes MathML that needs no stylesheet', async () => {
  const { html } = await renderText('$x^2$\n\n$$\n\\frac{a}{b}\n$$\n');
  expect(html).toContain('<msup><mi>x</mi><mn>2</mn></msup>');
  expect(html).toContain(
    '<div class="math-block" role="group" aria-label="Formula" tabindex="0"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block" data-tex="\\frac{a}{b}"><mrow><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow></math></div>',
  );
  expect(html).not.toMatch(/katex|style=/);
});

test('the text of a page contains a formula once; its source is in an attribute', async () => {
  const { html } = await renderText('If $a<b$ or $f(x)="y"$.\n');
  expect(html).toContain('data-tex="a&lt;b"');
  expect(html).toContain('data-tex="f(x)=&quot;y&quot;"');
  expect(html.replaceAll(/<[^>]*>/g, '').trim()).toBe('If a&lt;b or f(x)=&quot;y&quot;.');
});

test('a command that could contain a URL is rejected', async () => {
  const { found, html } = await renderText(
    '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{a}$ $\\htmlClass{a}{b}$\n',
  );
  expect(found.filter(({ rule }) => rule === 'math-renders')).toHaveLength(3);
  expect(html).not.toMatch(/<math/);
});
