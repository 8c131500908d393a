import { expect, it } from 'vitest';
import { numberCitations } from './citation-numbers.ts';

const list = '## References\n\n- [@rfc9110] Fielding. HTTP Semantics.\n- [@brooker:2015] Brooker. Jitter.\n';

it('numbers citations like their list, with the text beside the key', () => {
  const text = `As said [@rfc9110], twice [@brooker:2015, p. 3; @rfc9110].\n\n${list}`;
  expect(numberCitations(text)).toBe(
    'As said [1], twice [2, p. 3; 1].\n\n## References\n\n1. Fielding. HTTP Semantics.\n2. Brooker. Jitter.\n',
  );
});

it('leaves code, links, unknown keys and text without a list as they are', () => {
  const text = `\`[@rfc9110]\` and [@nobody] and [@rfc9110](https://example.org)\n\n\`\`\`md\n[@rfc9110]\n\`\`\`\n\n`;
  expect(numberCitations(text + list).startsWith(text)).toBe(true);
  expect(numberCitations(text)).toBe(text);
});
