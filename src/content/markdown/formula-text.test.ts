import { describe, expect, it } from 'vitest';
import { readFormula } from './formula-text.ts';

const formulas: [string, string][] = [
  [String.raw`r(n) = \frac{n}{f + n\,w}`, 'r(n) = n / (f + n w)'],
  [String.raw`p \approx 1 - \left(1 - \frac{g}{T}\right)^{n-1}`, 'p ≈ 1 − (1 − g / T)^(n − 1)'],
  [String.raw`\text{max-age} = \min\bigl(\text{usual},\ \max(0,\ t)\bigr)`, 'max-age = min(usual, max(0, t))'],
  [String.raw`\mathrm{idf}(t) = \ln\left(\frac{N}{n_t + 0.5}\right)`, 'idf(t) = ln(N / (n_t + 0.5))'],
  [String.raw`\frac{n^2}{2 \cdot 2^{80}}`, 'n^2 / (2 ⋅ 2^80)'],
  [String.raw`\sum_{i=1}^{10} x_i \ge -1`, '∑_(i = 1)^10 x_i ≥ −1'],
  [String.raw`w = \frac{|d|}{\overline{|d|}} \qquad b = 0.75`, 'w = |d| / (|d|‾); b = 0.75'],
  [String.raw`\begin{aligned} a &= b \\ c &< d \end{aligned}`, 'a = b; c < d'],
  [String.raw`\sqrt{a+b}\, f'(x) \binom{n}{k}`, '√(a + b) f′(x)(n; k)'],
  ['q V', 'q V'],
];

describe('the text of a formula', () => {
  it.each(formulas)('reads %s', (tex, text) => expect(readFormula(tex)).toBe(text));

  it('is the TeX that cannot be read', () => expect(readFormula(String.raw`\bad{`)).toBe(String.raw`\bad{`));
});
