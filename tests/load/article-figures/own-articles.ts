import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface OwnArticle {
  slug: string;
  isPaid: boolean;
  isScheduled: boolean;
  title: string;
  description: string;
  /** Markdown before `<!-- more -->`, or all of a free article. */
  open: string;
  /** Markdown after it; empty for a free article. */
  sold: string;
}

const folder = join(import.meta.dirname, '../../../content/articles');

/**
 * The articles of this repository that are out, split where their preview ends. A scheduled one stays out of published
 * figures.
 */
export function readOwnArticles(): OwnArticle[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((name) => {
      const [, head = '', ...rest] = readFileSync(join(folder, name), 'utf8').split(/^---$/m);
      const [open = '', sold = ''] = rest.join('---').split('<!-- more -->');
      const field = (key: string) => new RegExp(`^${key}: (.+)$`, 'm').exec(head)?.[1]?.replaceAll('"', '') ?? '';
      return {
        slug: name.slice(0, -3),
        isPaid: field('tier') === 'paid',
        isScheduled: field('publish_at') !== '',
        title: field('title'),
        description: field('description'),
        open,
        sold,
      };
    })
    .filter(({ isScheduled }) => !isScheduled);
}

/** Words of prose: code fences, addresses and figures' paths left out. */
export function wordsOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, ' ').replaceAll(/\]\([^)]*\)/g, ' ');
  return prose.toLowerCase().match(/[a-z0-9]+(?:[.,'-][a-z0-9]+)*/g) ?? [];
}
