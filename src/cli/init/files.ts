import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { stringify } from 'yaml';
import { isGuess } from '../../content/load/names.ts';
import { toSlug } from '../../content/new-article.ts';
import { primaryLanguage } from '../../words/detect-language.ts';
import { chooseWords } from '../../words/words.ts';
import type { Answers } from './init-prompts.ts';

/** A folder a language; where there is none, the English one. */
const starters = join(import.meta.dirname, '../../software/starter');

const software = resolve(import.meta.dirname, '../../..');

/**
 * Everything a new publication begins with: path from its folder, `root`, to text.
 * @param about.date RFC 3339 full-date
 */
export async function writeStarter(
  answers: Answers,
  { root, date }: { root: string; date: string },
): Promise<Map<string, string>> {
  const author = toSlug(answers.author) || 'editors';
  const { name, tagline, publisher } = answers;
  const values: Values = { name, tagline, publisher, author, date };
  const own = join(starters, primaryLanguage(answers.language));
  const starter = existsSync(own) ? own : join(starters, 'en');
  const names = await readdir(starter, { recursive: true });
  const markdown = names.filter((name) => name.endsWith('.md'));
  const texts = await Promise.all(
    markdown.map(
      async (name) => [`content/${name}`, fillMarkdown(await readFile(join(starter, name), 'utf8'), values)] as const,
    ),
  );
  return new Map([
    ...texts,
    ['content/authors.yaml', writeAuthors(answers, author)],
    ['content/plans.yaml', writePlans(answers)],
    ['site.config.ts', writeConfig(answers, root)],
    ['public/icon.svg', writeIcon(answers.name)],
  ]);
}

type Values = Readonly<Record<string, string>>;

/** A file of the starter with values for `{name}` and the like: on top each a YAML scalar, below as plain words. */
function fillMarkdown(text: string, values: Values): string {
  const fill = (line: string, write = (value: string) => value) =>
    line.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (values[name] === undefined ? whole : write(values[name])));
  const bodyStart = text.indexOf('\n---\n');
  const front = text
    .slice(0, bodyStart)
    .split('\n')
    .map((line) => {
      const [, key, value] = /^(\w+: )([^[].*)$/.exec(line) ?? [];
      return key && value ? key + stringify(fill(value), { lineWidth: 0 }).trimEnd() : fill(line);
    });
  return front.join('\n') + fill(text.slice(bodyStart), escapeMarkdown);
}

/** Words in which nothing is markup: of the signs that Markdown reads, those that may stand within a line. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>|$~{}]|&(?=#?\w+;)/g, String.raw`\$&`);
}

function writeAuthors({ author, publisher }: Answers, id: string): string {
  const entry = { name: author, literal: false, organization: author === publisher };
  const desk = {
    name: author,
    // Only the owner knows the family name in a name of several words: cite it as it is until they say.
    ...(isGuess(entry) && { literal: true }),
    ...(entry.organization ? { organization: true } : { affiliation: publisher }),
  };
  return `# Bylines. A group has \`organization: true\`, a person may have \`family\` and \`given\`, a name with \`literal: true\` is not split; add \`url\` for a home page and \`orcid\` where there is one.\n${stringify({ [id]: desk })}`;
}

function writePlans({ price, currency, language }: Answers): string {
  const { free, paid, subscriber } = chooseWords(language).starter.included;
  const tiers = [
    { tier: 'free', price: 0, currency, period: 'forever', includes: free },
    { tier: 'paid', price, currency: 'USD', period: 'article', includes: paid },
    { tier: 'subscriber', price: 9, currency, period: 'month', includes: subscriber },
  ];
  return `# The price list: the pricing page, /api/v1/pricing and every 402 read it. \`price\` is in major units.\n${stringify({ tiers })}`;
}

function writeConfig({ name, tagline, language, publisher, email }: Answers, root: string): string {
  const way = relative(root, software).replaceAll('\\', '/');
  const place = way.startsWith('..') ? way : `./${way}`.replace(/\/$/, '');
  return `import type { PublicationSettings } from '${place}/src/library/publication-settings.ts';

/**
 * The settings of the publication; docs/publication.md lists every key. Settings that differ between deployments are in
 * .env.
 */
export const publication: PublicationSettings = {
  name: ${quote(name)},
  tagline: ${quote(tagline)},
  language: ${quote(language)},
  publisher: {
    name: ${quote(publisher)},
    email: ${quote(email)},
  },
  looks: { logo: '/icon.svg' },
};
`;
}

/** A TypeScript string in the quotes of this repository: single ones, or double where fewer are within. */
export function quote(text: string): string {
  const mark = text.split("'").length > text.split('"').length ? '"' : "'";
  return mark + text.replaceAll('\\', String.raw`\\`).replaceAll(mark, `\\${mark}`) + mark;
}

/** The first letter on a round ground, until there is a better one. */
function writeIcon(name: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? '•';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#0b5f4c"/><text x="16" y="22" text-anchor="middle" font-family="Georgia, serif" font-size="18" fill="#fff">${letter}</text></svg>\n`;
}

/** Lines of .env for the base URL of a publication. On this machine its port is the one to listen on. */
export function toEnvironment(base: string): Map<string, string> {
  const { hostname, port } = new URL(base);
  return new Map([['BASE_URL', base], ...(hostname === 'localhost' && port !== '' ? ([['PORT', port]] as const) : [])]);
}

/** An environment file with some of its lines set, the others as they were. */
export function setLines(text: string, lines: ReadonlyMap<string, string>): string {
  const others = text.split('\n').filter((line) => line.trim() !== '' && !lines.has(line.split('=', 1)[0] ?? ''));
  return `${[...others, ...Array.from(lines, ([name, value]) => `${name}=${value}`)].join('\n')}\n`;
}
