import { expect, it } from 'vitest';
import { groupSteps } from './guide-steps.ts';

const code = (text: string) =>
  `<div class="code-block"><pre class="code" data-language="bash" tabindex="0"><code>${text}</code></pre></div>\n`;
const heading = '<h2 id="a"><a class="heading-link" href="#a">A</a></h2>\n';
const text = (html: string) => `<div class="prose step-text">${html}</div>`;
const step = (...parts: string[]) => `<div class="step">${parts.join('')}</div>\n`;
const codes = (html: string) => `<div class="prose step-code">${html}</div>`;

it('puts the paragraph before code, the code, and what follows it into a step', () => {
  expect(groupSteps(`${heading}<p>0</p>\n<p>1</p>\n${code('a')}${code('b')}<p>2</p>\n<p>3</p>\n`)).toBe(
    `${heading.trim()}\n<p>0</p>\n${step(text('<p>1</p>\n'), codes(code('a') + code('b')), text('<p>2</p>\n<p>3</p>\n'))}`,
  );
});

it('begins a step with each introduction: a paragraph, a subsection, or all of a text that ends with a list', () => {
  const list = '<p>1</p>\n<ul><li><p>x</p></li></ul>\n';
  expect(groupSteps(`${heading}${list}${code('a')}<p>2</p>\n<h3 id="b">B</h3>\n<p>3</p>\n<p>4</p>\n${code('b')}`)).toBe(
    heading.trim() +
      step(text(`\n${list}`), codes(code('a')), text('<p>2</p>\n')) +
      step(text('<h3 id="b">B</h3>\n<p>3</p>\n<p>4</p>\n'), codes(code('b'))),
  );
});

it('leaves a section without code unchanged', () => {
  const html = `${heading}<p>1</p>\n<div class="table-scroll"><table></table></div>\n`;
  expect(groupSteps(html + html)).toBe(html + html);
});
