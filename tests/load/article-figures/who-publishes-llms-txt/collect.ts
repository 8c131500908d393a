/**
 * Reads the entries of a public directory of llms.txt files and writes what is said of each, without its name:
 * entries.csv beside this script, for content/articles/who-publishes-llms-txt.md. No address is asked.
 * Run: node tests/load/article-figures/who-publishes-llms-txt/collect.ts <git directory of thedaviddias/llms-txt-hub>
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { describeSnapshot, readFolders } from '../snapshot.ts';

const [gitDir] = process.argv.slice(2);
if (!gitDir) throw new Error('Name the git directory of the directory.');

const Entry = z.object({
  website: z.string(),
  llmsUrl: z.string(),
  llmsFullUrl: z.string().nullish(),
  category: z.string().nullish(),
  publishedAt: z.coerce.string(),
});

function readUrl(text: string | null | undefined): URL | undefined {
  return text && URL.canParse(text) ? new URL(text) : undefined;
}

const bare = (host: string) => host.replace(/^www\./, '');

/** Where the file stands, seen from the site it is about. */
function place(site: URL | undefined, file: URL): string {
  if (!site) return 'unknown';
  const [home, host] = [bare(site.hostname), bare(file.hostname)];
  if (home === host) return 'same host';
  if (host.endsWith(`.${home}`)) return 'below it';
  if (home.endsWith(`.${host}`)) return 'above it';
  return 'other host';
}

function shape(file: URL): string {
  if (file.pathname === '/llms.txt') return 'root';
  if (file.pathname === '/.well-known/llms.txt') return 'well-known';
  if (file.pathname.endsWith('/llms.txt')) return 'in a folder';
  return 'other name';
}

const rows: string[] = [];
const seen = new Set<string>();
let unreadable = 0;
let repeated = 0;
for (const [path, text] of readFolders(gitDir, ['packages/content/data/websites'])) {
  if (!path.endsWith('.mdx')) continue;
  let front: unknown;
  try {
    front = parse(/^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '');
  } catch {
    // Counted: an entry that is no YAML says nothing that can be relied on.
  }
  const entry = Entry.safeParse(front).data;
  const file = readUrl(entry?.llmsUrl);
  if (!entry || !file) {
    unreadable += 1;
    continue;
  }
  if (seen.has(file.href)) {
    repeated += 1;
    continue;
  }
  seen.add(file.href);
  const full = readUrl(entry.llmsFullUrl) ? 'yes' : 'no';
  rows.push(
    [
      entry.publishedAt.slice(0, 7),
      entry.category ?? '',
      shape(file),
      place(readUrl(entry.website), file),
      full,
      file.protocol.slice(0, -1),
    ].join(','),
  );
}
writeFileSync(
  join(import.meta.dirname, 'entries.csv'),
  [
    `# thedaviddias/llms-txt-hub at ${describeSnapshot(gitDir)}; ${rows.length} entries; ${unreadable} could not be read; ${repeated} repeat an address`,
    'month,category,shape,place,full,protocol',
    ...rows.toSorted(),
    '',
  ].join('\n'),
);
