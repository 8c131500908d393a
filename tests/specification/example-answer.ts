import type { Example } from './example-document.ts';

type HttpResponse = NonNullable<Example['answer']>;

/**
 * How an output differs from the answer a document shows. Members, headers and lines may be missing from what is shown,
 * and `...` stands for anything; in a `console` answer only the status, the names of headers and the names of members
 * count.
 * @returns one sentence for each difference
 */
export function findDifferences(answer: HttpResponse, output: string): string[] {
  const actual = output.replaceAll('\r\n', '\n');
  switch (answer.form) {
    case 'json':
      return compareJson(answer.text, actual);
    case 'http':
      return compareHttp(answer.text, actual);
    case 'text':
      return compareInOrder(answer.text.trim().split('\n').map(toPattern), actual);
    case 'console':
      return compareConsole(answer.text, actual);
  }
}

function compareJson(shown: string, actual: string): string[] {
  if (!isJson(actual)) return [`answered no JSON: ${actual.slice(0, 300)}`];
  return compareValues(JSON.parse(shown), JSON.parse(actual), '$');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function compareValues(shown: unknown, actual: unknown, path: string): string[] {
  if (actual === undefined) return [`answered without ${path}`];
  if (shown === '...') return [];
  if (typeof shown === 'object' && shown !== null) {
    if (typeof actual !== 'object' || actual === null || Array.isArray(shown) !== Array.isArray(actual)) {
      return [`answered ${JSON.stringify(actual)} at ${path}`];
    }
    return Object.entries(shown).flatMap(([key, value]) =>
      compareValues(value, Reflect.get(actual, key), `${path}.${key}`),
    );
  }
  const isAlike =
    typeof shown === 'string' && typeof actual === 'string' ? toPattern(shown).test(actual) : shown === actual;
  return isAlike ? [] : [`answered ${JSON.stringify(actual)} at ${path}, not ${JSON.stringify(shown)}`];
}

function compareHttp(shown: string, actual: string): string[] {
  const [head = '', ...body] = shown.trim().split('\n\n');
  const [actualHead = '', ...actualBody] = actual.split('\n\n');
  return [
    ...compareHead(head.split('\n').map(toPattern), actualHead),
    ...(body.length > 0 ? compareJson(body.join('\n\n'), actualBody.join('\n\n')) : []),
  ];
}

function compareHead(patterns: readonly RegExp[], actual: string): string[] {
  const lines = actual.split('\n');
  return patterns
    .filter((pattern) => !lines.some((line) => pattern.test(line)))
    .map((pattern) => `answered no line like ${pattern.source}`);
}

function compareInOrder(patterns: readonly RegExp[], actual: string): string[] {
  let rest = actual.split('\n');
  for (const pattern of patterns) {
    const at = rest.findIndex((line) => pattern.test(line));
    if (at === -1) return [`answered no line like ${pattern.source} at its place`];
    rest = rest.slice(at + 1);
  }
  return [];
}

function compareConsole(shown: string, actual: string): string[] {
  const head = /^(?:HTTP|[\w-]+:).*$/gm;
  const patterns = Array.from(shown.matchAll(head), ([line]) =>
    line.startsWith('HTTP') ? toPattern(line) : new RegExp(`^${line.split(':')[0]}: `),
  );
  const members = Array.from(shown.matchAll(/"(\w+)":/g), ([, member]) => member);
  let from = 0;
  const missing = members.filter((member) => {
    const at = actual.indexOf(`"${member}":`, from);
    from = Math.max(at, from);
    return at === -1;
  });
  return [
    ...compareHead(patterns, actual),
    ...missing.map((member) => `answered without the member ${member} at its place`),
  ];
}

function toPattern(shown: string): RegExp {
  return new RegExp(`^${shown.split('...').map(RegExp.escape).join('[^]*')}$`);
}
