import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = 'src/software/pages/developers';
/** Characters of code in the third column of a window of 1,440 pixels, with a base URL of usual length. */
const columns = 60;

it('prints answers in guides so that no member continues on a line that is not indented', () => {
  const long = readdirSync(folder).flatMap((file) => {
    const blocks = readFileSync(`${folder}/${file}`, 'utf8').matchAll(/^```(?:json|http)\n([\s\S]*?)^```$/gm);
    const lines = [...blocks].flatMap(([, body = '']) => body.split('\n'));
    const isOneMember = /^\s*(?:"[^"]*": )?"[^"]*",?$|^[\w-]+: /;
    return lines
      .filter(
        (line) => line.replaceAll('{base_url}', 'https://quire.example').length > columns && !isOneMember.test(line),
      )
      .map((line) => `${file}: ${line}`);
  });
  expect(long).toEqual([]);
});
