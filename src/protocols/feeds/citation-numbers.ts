import { outsideCode } from '../outside-code.ts';

/**
 * Markdown whose citation keys are numbers: `[@key, p. 3]` becomes `[1, p. 3]`, and the list of references is numbered.
 * A key is the author's word for a work; who reads the markdown has only the list. Code is left as it is.
 */
export function numberCitations(markdown: string): string {
  const keys = [...markdown.matchAll(/^- \[@([^\]\s]+)\] /gm)].map(([, key = '']) => key);
  if (keys.length === 0) return markdown;
  const numbers = new Map(keys.map((key, index) => [key, String(index + 1)]));
  return markdown.replace(
    codeOrCitation,
    (whole, code: string | undefined, listed: string | undefined, cited: string) => {
      if (code !== undefined) return whole;
      if (listed !== undefined) return `${numbers.get(listed)}. `;
      const works = cited.split(';').map((work) => readWork(work, numbers));
      return works.includes(undefined) ? whole : `[${works.join('; ')}]`;
    },
  );
}

// Group 2: the key of an entry of the list. Group 3: the inside of a citation.
const codeOrCitation = outsideCode(/^- \[@([^\]\s]+)\] /, /\[(-?@[^\]\n]+)\](?!\()/);

function readWork(work: string, numbers: ReadonlyMap<string, string>): string | undefined {
  const [, key = '', locator = ''] = /^\s*-?@([\w:.#$%&+?<>~/-]*\w)(.*)$/.exec(work) ?? [];
  const number = numbers.get(key);
  return number && `${number}${locator.trimEnd()}`;
}
