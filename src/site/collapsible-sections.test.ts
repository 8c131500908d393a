import { expect, it } from 'vitest';
import { foldParts } from './collapsible-sections.ts';

const code = (language: string, text: string) =>
  `<div class="code-block"><pre class="code" data-language="${language}" tabindex="0"><code>${text}</code></pre></div>`;
const heading = (level: number, id: string) =>
  `<h${level} id="${id}"><a class="heading-link" href="#${id}">${id}</a></h${level}>\n`;

it('folds the response to a command under its name, with its status if it has one', () => {
  const folded = (name: string, response: string) =>
    `${code('bash', 'curl')}\n<details class="folded"><summary>${name}</summary>${response}</details>`;
  for (const [name, response] of [
    ['Answer', code('json', '{ "a": "HTTP/1.1 200" }')],
    ['Answer 402', code('http', '<span>HTTP/1.1</span> 402 Payment Required')],
  ] as const)
    expect(foldParts(`${code('bash', 'curl')}\n${response}`)).toBe(folded(name, response));
});

it('leaves a command without a response, and a response without a command, unchanged', () => {
  const html = `${code('bash', 'curl')}\n<p>Words.</p>\n${code('json', '{}')}`;
  expect(foldParts(html)).toBe(html);
});

it('folds each part of a section but the first', () => {
  const html = `${heading(2, 'ways')}${heading(3, 'one')}<p>1</p>\n${heading(3, 'two')}<p>2</p>\n${heading(3, 'three')}<p>3</p>\n${heading(2, 'end')}<p>4</p>`;
  const folded = (id: string, text: string) =>
    `<details class="folded"><summary><h3 id="${id}">${id}</h3></summary>\n<p>${text}</p>\n</details>`;
  expect(foldParts(html)).toBe(
    `${heading(2, 'ways')}${heading(3, 'one')}<p>1</p>\n${folded('two', '2')}${folded('three', '3')}${heading(2, 'end')}<p>4</p>`,
  );
});
