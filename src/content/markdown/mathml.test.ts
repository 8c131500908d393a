import { expect, it } from 'vitest';
import { renderMath } from './math.ts';

function render(tex: string): string {
  const result = renderMath({ type: 'math', raw: tex, tex, isBlock: true });
  return result.kind === 'rendered' ? result.html : result.message;
}

it('writes the letters of mathematical alphabets as the characters that Unicode has for them', () => {
  expect(render('\\mathbb{R}')).toContain('<mi>ℝ</mi>');
  expect(render('\\mathbb{A}')).toContain('<mi>𝔸</mi>');
  expect(render('\\mathbf{x}')).toContain('<mi>𝐱</mi>');
  expect(render('\\mathbf{2}')).toContain('<mn>𝟐</mn>');
  expect(render('\\mathcal{L}')).toContain('<mi>ℒ</mi>');
  expect(render('\\mathfrak{g}')).toContain('<mi>𝔤</mi>');
  expect(render('\\boldsymbol{\\alpha}')).toContain('<mi>𝜶</mi>');
  expect(render('\\boldsymbol{\\Omega}')).toContain('𝛀');
});

it('leaves upright letters, words and signs as they are', () => {
  expect(render('\\mathrm{d}')).toContain('<mi mathvariant="normal">d</mi>');
  expect(render('\\text{if}')).toContain('<mtext>if</mtext>');
  expect(render('x < y')).toContain('<mo>&lt;</mo>');
});

it('says of each cell how its column is aligned, in a table inside a table too', () => {
  const html = render('\\begin{aligned}a&=\\begin{array}{r}x\\\\y\\end{array}\\\\c&=d\\end{aligned}');
  expect(html).not.toContain('columnalign');
  expect(html.match(/<mtable class="joined"/g)).toHaveLength(1);
  expect(html.match(/<mtd class="align-right"/g)).toHaveLength(4);
  expect(html.match(/<mtd class="align-left"/g)).toHaveLength(2);
});

it('draws a norm with bars that belong to what stands between them', () => {
  expect(render('\\left\\lVert x \\right\\rVert')).toContain('<mo fence="true">‖</mo>');
});

it('writes spaces as widths, because their characters are not in the typeface of formulas', () => {
  expect(render('r\\,(t)')).toContain('<mi>r</mi><mspace width="0.1667em"></mspace>');
  expect(render('a\\;b\\:c')).not.toMatch(/[\u2004-\u200a]/);
  expect(render('\\text{a b}')).toContain('<mtext>a\u00a0b</mtext>');
});
