/** The surroundings of an example while it runs. */
export interface Shell {
  read(variable: string): string;
  assign(variable: string, value: string): void;
  /** @returns the body of the response */
  send(request: Request): Promise<string>;
  /** @returns the group of the pattern in a text */
  pick(text: string, pattern: RegExp): string;
}

function reject(code: string): never {
  throw new SyntaxError(`Not understood: ${code.split('\n')[0]}`);
}

/**
 * Runs a block of commands in the part of bash and curl that the guides use. It accepts nothing that it would run in
 * another way than bash, and requests to one origin only.
 * @throws SyntaxError at anything else, TypeError at a request that no browser sends
 */
export async function runExample(code: string, origin: string, shell: Shell): Promise<void> {
  let rest = code;

  function take(pattern: RegExp): string | undefined {
    const found = pattern.exec(rest);
    rest = rest.slice(found?.[0].length);
    return found?.[1] ?? found?.[0];
  }

  async function readExpansion(): Promise<string | undefined> {
    if (take(/^\$RANDOM\b/)) return `${Math.floor(Math.random() * 32_768)}`;
    if (take(/^\$\(date \+%s\)/)) return `${Math.floor(Date.now() / 1000)}`;
    const name = take(/^\$([A-Za-z_]\w*)/);
    return name ? shell.read(name) : take(/^\$\(/) && (await readSubstitution());
  }

  async function readSubstitution(): Promise<string> {
    let words = await readWords();
    let text: string | undefined;
    if (words[0] === 'curl') {
      // The output has more or less than the body.
      if (words.some((word) => ['-i', '-o', '-w'].includes(word))) reject(words.join(' '));
      text = await shell.send(toRequest(words, origin));
      words = take(/^\|/) ? await readWords() : [];
    } else if (take(/^<<< ?/)) text = await readWord();
    if (text === undefined || !take(/^\)/)) reject(rest);
    return (words.length > 0 ? shell.pick(text, toPattern(words)) : text).replace(/\n+$/, '');
  }

  async function readQuoted(): Promise<string> {
    let text = '';
    while (!take(/^"/)) text += take(/^[^"$`\\]+/) ?? (await readExpansion()) ?? reject(rest);
    return text;
  }

  /** @param canExpand in assignments only: bash splits other variables at their spaces, unless they are in quotes */
  async function readWord(canExpand = false): Promise<string | undefined> {
    let word: string | undefined;
    for (;;) {
      let part = take(/^[\w.:/=,@%+-]+/) ?? take(/^'([^']*)'/);
      if (part === undefined && take(/^"/)) part = await readQuoted();
      if (part === undefined && canExpand) part = await readExpansion();
      if (part === undefined) return word;
      word = (word ?? '') + part;
    }
  }

  async function readWords(): Promise<string[]> {
    const words: string[] = [];
    for (;;) {
      take(/^(?:[ \t]+(?:\\\n)?)+/);
      const word = await readWord();
      if (word === undefined) return words;
      words.push(word);
    }
  }

  for (take(/^(?:\s|#.*)+/); rest !== ''; take(/^\n(?:\s|#.*)*/) ?? (rest === '' || reject(rest))) {
    const variable = take(/^(?:export +)?([A-Za-z_]\w*)=/);
    if (variable) {
      shell.assign(variable, (await readWord(true)) ?? reject(rest));
      continue;
    }
    const line = rest;
    const words = await readWords();
    if (words[0] === 'curl') await shell.send(toRequest(words, origin));
    // It prints a response, which is shown anyway.
    else if (words[0] !== 'echo' || words.length !== 2) reject(line);
  }
}

/** Reads an example and sends nothing. `needs` are the variables that it reads before it assigns them. */
export async function checkExample(code: string, origin: string) {
  const needs = new Set<string>();
  const assigned = new Set<string>();
  const read = (variable: string) => {
    if (!assigned.has(variable)) needs.add(variable);
    return '$';
  };
  await runExample(code, origin, { read, assign: (name) => assigned.add(name), send: async () => '', pick: () => '' });
  return { needs, assigned };
}

/** `sed 's/A\(B\)C/\1/'`: braces, plus and bar are plain characters in its patterns. */
function toPattern(words: readonly string[]): RegExp {
  const [, pattern] = /^sed s\/((?:[^/\\]|\\[()[\]])+)\/\\1\/$/.exec(words.join(' ')) ?? reject(words.join(' '));
  return new RegExp(String(pattern).replaceAll(/\\[()]|[(){}+?|]/g, (found) => found[1] ?? `\\${found}`));
}

function toRequest([, ...words]: readonly string[], origin: string): Request {
  const headers = new Headers();
  const data: string[] = [];
  const left = words.values();
  let [url, method, isQuery]: [URL?, string?, boolean?] = [];
  for (const word of left) {
    const takeValue = (pattern: RegExp): [string, string] => {
      const [, start = '', end = ''] = pattern.exec(left.next().value ?? '') ?? reject(`curl ${words.join(' ')}`);
      return [start, end];
    };
    if (word === '-G') isQuery = true;
    else if (word === '-X') [method] = takeValue(/^([A-Z]+)$/);
    else if (word === '-H') headers.append(...takeValue(/^([\w-]+): (.+)$/));
    else if (word === '-d') data.push(takeValue(/^([^@].*)$/s)[0]);
    else if (word === '--data-urlencode') {
      const [name, text] = takeValue(/^([\w.-]+=)(.*)$/s);
      data.push(name + encodeURIComponent(text));
    } else if (word === '-u') headers.set('authorization', `Basic ${btoa(takeValue(/^(.+)$/)[0])}`);
    else if (word === '-o') takeValue(/^\/dev\/null$/);
    else if (word === '-w') takeValue(/./);
    else if (!url && word.startsWith(`${origin}/`)) url = new URL(word);
    else if (word !== '-s' && word !== '-i') reject(`curl ${words.join(' ')}`);
  }
  if (!url) reject(`curl ${words.join(' ')}`);
  if (isQuery) url.search = [url.search.slice(1), ...data].filter(Boolean).join('&');
  const body = isQuery || data.length === 0 ? undefined : data.join('&');
  if (body && !headers.has('content-type')) headers.set('content-type', 'application/x-www-form-urlencoded');
  return new Request(url, { method: method ?? (body ? 'POST' : 'GET'), headers, body });
}
