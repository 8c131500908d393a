import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Marked } from 'marked';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { folderOfTest } from '../../../tests/support/folders.ts';
import { git } from '../../../tests/support/git.ts';
import { escapeHtml } from '../../library/markup.ts';
import { type InitSession, runInit } from './init.ts';
import type { AnswerName } from './init-prompts.ts';

const given = { name: 'Acme Journal', email: 'a@acme.example', publisher: 'Acme', price: '0.08' };

let root: string;
let printed: string;

/** A clone of the software with a sample publication, committed. */
beforeEach(async () => {
  printed = '';
  root = folderOfTest();
  await mkdir(join(root, 'content/articles'), { recursive: true });
  await writeFile(join(root, 'content/.sample'), 'A sample.\n');
  await writeFile(join(root, 'content/articles/sample.md'), 'Sample.\n');
  await mkdir(join(root, 'content/articles/sample'));
  await writeFile(join(root, 'content/articles/sample/figure.svg'), '<svg/>\n');
  await writeFile(join(root, 'site.config.ts'), 'export const publication = {};\n');
  git(root, 'init', '-q');
  git(root, 'add', '-A');
  git(root, 'commit', '-qm', 'Sample');
});

function init(
  answers: Partial<Record<AnswerName, string>>,
  about: Partial<InitSession & { isYes: boolean; keepsSamples: boolean }> = {},
) {
  const { isYes = true, keepsSamples = false, ask, home } = about;
  const session = {
    root,
    ...(home && { home }),
    print: (text: string) => {
      printed += text;
    },
    ask,
    now: Date.UTC(2026, 10, 21),
  };
  return runInit({ given: answers, keepsSamples, isYes }, session);
}

const read = (path: string) => readFile(join(root, path), 'utf8').catch(() => undefined);

describe('a first run', () => {
  it('prices what it can in another currency, and says what it cannot', async () => {
    expect(await init({ ...given, currency: 'EUR' })).toBe(0);
    const currencies = [...((await read('content/plans.yaml')) ?? '').matchAll(/currency: (\w+)/g)].map(
      ([, each]) => each,
    );
    expect(currencies).toEqual(['EUR', 'USD', 'EUR']);
    expect(printed).toContain('one article stays priced in USD');
  });

  it('says which folder the next commands are about where the publication is in another one', async () => {
    const home = folderOfTest();
    await init(given, { home });
    expect(printed).toContain(`\n  export PUBLICATION_DIR=${root} `);
    expect(printed).toContain(`\n  git -C ${root} add -A && git -C ${root} commit`);
    printed = '';
    await writeFile(join(home, '.env'), `PUBLICATION_DIR=${root}\n`);
    await writeFile(join(root, 'content/.sample'), '');
    await init(given, { home });
    expect(printed).not.toContain('export');
  });

  it('puts a publication in the place of the sample, and says what to do next', async () => {
    expect(await init(given)).toBe(0);
    expect(await read('content/articles/sample.md')).toBeUndefined();
    expect(await read('content/.sample')).toBeUndefined();
    expect(await readdir(join(root, 'content/articles'))).not.toContain('sample');
    expect(await read('site.config.ts')).toContain("name: 'Acme Journal'");
    expect(await read('content/plans.yaml')).toContain('price: 0.08');
    expect(await read('content/articles/how-a-paid-article-works.md')).toContain('costs at Acme Journal.\n');
    expect(await read('.env')).toMatch(/^BASE_URL=http:\/\/localhost:4321\nPORT=4321\nOWNER_SECRET=[\da-f]{64}\n$/);
    expect((await stat(join(root, '.env'))).mode & 0o777).toBe(0o600);
    expect(printed).toContain('npm run dev');
  });

  it('begins with articles, pages and a line in German for a publication in German, and in English where it has no other', async () => {
    expect(await init({ ...given, language: 'de-AT' })).toBe(0);
    expect(await readdir(join(root, 'content/articles'))).toEqual([
      'was-ein-bezahlter-artikel-ist.md',
      'wie-ein-artikel-entsteht.md',
    ]);
    expect(await read('content/pages/about.md')).toContain('Artikel von Acme, für Menschen');
    expect(await read('content/articles/was-ein-bezahlter-artikel-ist.md')).toContain('in Acme Journal kostet.\n');
    await writeFile(join(root, 'content/.sample'), 'A sample.\n');
    expect(await init({ ...given, language: 'mi' })).toBe(0);
    expect(await read('content/pages/about.md')).toContain('Articles by Acme, for people');
  });

  it('leaves an uncommitted article unchanged', async () => {
    await writeFile(join(root, 'content/articles/mine.md'), 'Mine.\n');
    await init(given);
    expect(await read('content/articles/mine.md')).toBe('Mine.\n');
  });

  it('removes a changed file only after a confirmation', async () => {
    await writeFile(join(root, 'content/articles/sample.md'), 'Mine now.\n');
    expect(await init(given, { isYes: false })).toBe(1);
    expect(printed).toContain('content/articles/sample.md');
    expect(await read('content/articles/sample.md')).toBe('Mine now.\n');
    const answer = async (question: string, fallback: string) =>
      question.includes('would be lost') ? 'yes' : fallback;
    expect(await init(given, { isYes: false, ask: answer })).toBe(0);
    expect(await read('content/articles/sample.md')).toBeUndefined();
  });

  it('asks for what was not given, and takes the default for an empty answer', async () => {
    const request: string[] = [];
    const ask = async (question: string) => {
      request.push(question);
      return question.includes('one line') ? "Tools, and what they're for" : '';
    };
    expect(await init(given, { isYes: false, ask })).toBe(0);
    expect(request).toHaveLength(5);
    expect(await read('site.config.ts')).toContain(`tagline: "Tools, and what they're for"`);
  });

  it('asks again after an invalid answer', async () => {
    const answers = ['', 'Acme', 'Acme', 'nowhere', 'a@acme.example'];
    const ask = async (_: string, fallback: string) => answers.shift() ?? fallback;
    expect(await init({}, { isYes: false, ask })).toBe(0);
    expect(printed).toMatch(/^--name has no default\.\n--email "nowhere" is not an email address\.\nAcme is set up\./);
  });

  it('takes every sign in a name as it stands', async () => {
    const name = `Ö & Söhne: "Heft" <1> #2, it's *the* [a](b) &copy;`;
    expect(await init({ ...given, name, publisher: '<Co> `x` $1$' })).toBe(0);
    const about = (await read('content/pages/about.md')) ?? '';
    const [, front = '', body = ''] = about.split(/^---$/m);
    expect(parse(front)).toMatchObject({ title: `About ${name}` });
    const shown = new Marked().parseInline(body.trim().split('\n', 1)[0] ?? '');
    const escaped = (text: string) => escapeHtml(text).replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    expect(String(shown).replaceAll('&#39;', "'").replaceAll('&quot;', '"')).toBe(
      `This is ${escaped(name)}, published by ${escaped('<Co> `x` $1$')}. Articles by ${escaped('<Co> `x` $1$')}, for people and their agents.`,
    );
  });

  it('keeps the samples, and asks before it writes over settings that are in no commit', async () => {
    await writeFile(join(root, 'site.config.ts'), 'export const publication = { name: "Mine" };\n');
    expect(await init(given, { keepsSamples: true, isYes: false })).toBe(1);
    expect(printed).toContain('would be lost:\n  site.config.ts\n');
    expect(await read('site.config.ts')).toContain('Mine');
    await writeFile(join(root, 'content/articles/how-an-article-is-written.md'), 'Mine.\n');
    expect(await init(given, { keepsSamples: true, isYes: false })).toBe(1);
    expect(await read('content/articles/how-an-article-is-written.md')).toBe('Mine.\n');
  });

  it('keeps the samples when told so, with the new name and price', async () => {
    await writeFile(join(root, 'content/authors.yaml'), '# Bylines.\nsam:\n  name: Sam\n');
    expect(await init(given, { keepsSamples: true })).toBe(0);
    expect(await read('content/articles/sample.md')).toBe('Sample.\n');
    expect(await read('content/authors.yaml')).toMatch(
      /sam:\n {2}name: Sam\nacme:\n {2}name: Acme\n {2}organization: true\n/,
    );
  });

  it('takes an author who is not the publisher for a person', async () => {
    expect(await init({ ...given, author: 'Łukasz Strauß' })).toBe(0);
    expect(await read('content/authors.yaml')).toMatch(
      /lukasz-strauss:\n {2}name: Łukasz Strauß\n {2}affiliation: Acme\n$/,
    );
  });

  it('does not split an author whose family name cannot be told', async () => {
    expect(await init({ ...given, author: 'Acme Research Desk' })).toBe(0);
    expect(await read('content/authors.yaml')).toMatch(
      /name: Acme Research Desk\n {2}literal: true\n {2}affiliation: Acme\n$/,
    );
  });

  it.each<[Partial<Record<AnswerName, string>>, RegExp]>([
    [{ name: 'Acme' }, /^Provide --email: there is no default\.\n$/],
    [{ ...given, price: '0.5' }, /^--price "0.5" is over 0.1: /],
    [{ ...given, price: 'cheap' }, /^--price "cheap" is not a number\.\n$/],
    [{ ...given, name: ' ' }, /^--name " " is empty\.\n$/],
    [{ ...given, language: 'german' }, /^--language "german" is not a language such as en or de\.\n$/],
    [{ ...given, currency: 'euro' }, /^--currency "euro" is no ISO 4217 code such as USD\.\n$/],
    [{ ...given, 'base-url': 'https://a.example/' }, /^--base-url "https:\/\/a.example\/" is not a URL such as /],
    [{ ...given, 'base-url': 'https://a.example?x' }, /^--base-url "https:\/\/a.example\?x" is not a URL such as /],
    [{ ...given, email: 'me' }, /^--email "me" is not an email address\.\n$/],
  ])('refuses %j with a sentence, and touches nothing', async (answers, sentence) => {
    expect(await init(answers)).toBe(2);
    expect(printed).toMatch(sentence);
    expect(await read('content/.sample')).toBe('A sample.\n');
  });
});

describe('a second run', () => {
  beforeEach(async () => {
    await init(given);
    printed = '';
  });

  it('changes only the given values, and leaves the rest as its owner wrote it', async () => {
    const config = (await read('site.config.ts')) ?? '';
    await writeFile(join(root, 'site.config.ts'), config.replace("  language: 'en',", "  // ours\n  language: 'en',"));
    const plans = (await read('content/plans.yaml')) ?? '';
    await writeFile(join(root, '.env'), 'PORT=5000\nBASE_URL=http://localhost:5000\n');
    expect(await init({ publisher: 'New Owner', price: '0.03', 'base-url': 'https://acme.example' })).toBe(0);
    const changed = await read('site.config.ts');
    expect(changed).toContain("  publisher: {\n    name: 'New Owner',");
    expect(changed).toContain("  name: 'Acme Journal',");
    expect(changed).toContain('// ours');
    expect(await read('content/plans.yaml')).toBe(plans.replace('price: 0.08', 'price: 0.03'));
    expect(await read('.env')).toBe('PORT=5000\nBASE_URL=https://acme.example\n');
  });

  it('says what it cannot change, and where a person can', async () => {
    await writeFile(join(root, 'site.config.ts'), 'export const publication = settings();\n');
    expect(await init({ name: 'Other' })).toBe(1);
    expect(printed).toBe('site.config.ts does not say its name the way init writes it: change it there.\n');
  });

  it('asked for nothing, does nothing', async () => {
    const before = await read('site.config.ts');
    expect(await init({})).toBe(0);
    expect(await read('site.config.ts')).toBe(before);
  });
});
