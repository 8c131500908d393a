import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { codeOf } from '../library/list-files.ts';
import { starterText } from './checks/starter-text-checks.ts';
import { parseAuthors } from './load/authors.ts';
import type { AuthorRecord } from './load/names.ts';
import { normalise } from './load/source-file.ts';
import { slugify } from './markdown/headings.ts';

export interface ArticlePlan {
  title: string;
  slug: string;
  tier: 'free' | 'paid';
  author: string;
  /** RFC 3339 full-date. */
  date: string;
}

/** Letters that no accent was added to, and so none can be taken from. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŋ: 'ng',
  ı: 'i',
};

/** Reduces a title to Latin letters, digits and hyphens, the characters of a file name and a URL. */
export function toSlug(title: string): string {
  const unaccented = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const plain = slugify(unaccented.replaceAll(/[ßæœøłđðþħŋı]/g, (letter) => latin[letter] ?? '').replaceAll('_', ' '));
  return plain
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-$/, '');
}

/** Authors whom an article may name by ID, in the order of the file; empty when the file does not exist. */
export async function readAuthors(contentDir: string): Promise<Map<string, AuthorRecord>> {
  const text = await readFile(join(contentDir, 'authors.yaml'), 'utf8').catch(() => '');
  return parseAuthors(normalise(text), () => {});
}

export async function listAuthorIds(contentDir: string): Promise<string[]> {
  return [...(await readAuthors(contentDir)).keys()];
}

/** @returns a sentence for its author when a new article cannot name this one; undefined when it can */
export function explainAuthor(
  author: string,
  { contentDir, ids }: { contentDir: string; ids: readonly string[] },
): string | undefined {
  if (ids.includes(author)) return undefined;
  const file = join(contentDir, 'authors.yaml');
  if (ids.length > 0) return `"${author}" is not in ${file}, which has: ${ids.join(', ')}.\n`;
  const what = existsSync(file) ? 'has no author' : 'is missing';
  return `${file} ${what}. Write an author in it, such as:\n\nada:\n  name: Ada Example\n`;
}

/**
 * Writes a draft that passes the content check.
 * @returns the path of the new file, or undefined when there is one already, which is left as it is.
 */
export async function writeArticle(contentDir: string, plan: ArticlePlan): Promise<string | undefined> {
  const path = join(contentDir, 'articles', `${plan.slug}.md`);
  await mkdir(join(contentDir, 'articles'), { recursive: true });
  try {
    await writeFile(path, draftOf(plan), { flag: 'wx' });
    return path;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

function draftOf({ title, tier, author, date }: ArticlePlan): string {
  const front = stringify({
    title,
    description: starterText.description,
    tier,
    date,
    authors: [author],
    tags: [],
    draft: true,
  });
  const marker = tier === 'paid' ? `\n<!-- more -->\n\n${starterText.paid}\n` : '';
  return `---\n${front}---\n\n${starterText.opening}\n${marker}\n## First section\n\n${starterText.section}\n`;
}
