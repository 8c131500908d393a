/**
 * Reads when each crawler came into the public list ai.robots.txt, and when it left, from the list's git history.
 * Writes spans.csv beside this script, for content/articles/how-a-crawler-list-ages.md.
 * Run: node tests/load/article-figures/how-a-crawler-list-ages/collect.ts <git directory of
 * ai-robots-txt/ai.robots.txt>
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { describeSnapshot, git } from '../snapshot.ts';

const [gitDir] = process.argv.slice(2);
if (!gitDir) throw new Error('Name the git directory of the list.');

/** The list as it was on the main line after each commit that changed it: a merge counts, its branch does not. */
const commits = git(
  gitDir,
  'log',
  '--first-parent',
  '--diff-filter=AM',
  '--reverse',
  '--format=%H %cs',
  '--',
  'robots.txt',
)
  .trim()
  .split('\n');

interface Span {
  name: string;
  from: string;
  /** The day it was gone; empty while it is listed. */
  until: string;
}

function readNames(robots: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of robots.split('\n')) {
    const name = /^user-agent:\s*(.+?)\s*$/i.exec(line)?.[1];
    // RFC 9309 section 2.2.1: names are compared without regard to case.
    if (name && name !== '*') names.set(name.toLowerCase(), name);
  }
  return names;
}

const open = new Map<string, Span>();
const spans: Span[] = [];
for (const commit of commits) {
  const [hash, day = ''] = commit.split(' ');
  const names = readNames(git(gitDir, 'show', `${hash}:robots.txt`));
  for (const [key, span] of open) {
    if (names.has(key)) continue;
    span.until = day;
    open.delete(key);
  }
  for (const [key, name] of names) {
    if (open.has(key)) continue;
    const span = { name, from: day, until: '' };
    open.set(key, span);
    spans.push(span);
  }
}

const Entries = z.record(z.string(), z.object({ respect: z.string(), operator: z.string() }));
const entries = new Map(
  Object.entries(Entries.parse(JSON.parse(git(gitDir, 'show', 'HEAD:robots.json')))).map(([name, entry]) => [
    name.toLowerCase(),
    entry,
  ]),
);

/** What the list says about obeying robots.txt, in one word. */
function sayRespect(name: string): string {
  const text = entries
    .get(name.toLowerCase())
    ?.respect.replaceAll(/[[\]*]/g, '')
    .trim()
    .toLowerCase();
  if (text === undefined) return '';
  if (text.startsWith('yes')) return 'yes';
  if (text.startsWith('no information') || text.startsWith('un')) return 'unclear';
  if (text.startsWith('no')) return 'no';
  return 'other';
}

const rows = spans
  .toSorted((a, b) => a.from.localeCompare(b.from) || a.name.localeCompare(b.name))
  .map((span) =>
    [span.name.replaceAll(',', ' '), span.from, span.until, span.until ? '' : sayRespect(span.name)].join(','),
  );
const last = commits.at(-1)?.split(' ')[1];
writeFileSync(
  join(import.meta.dirname, 'spans.csv'),
  [
    `# ai-robots-txt/ai.robots.txt at ${describeSnapshot(gitDir)}; ${commits.length} changes of robots.txt, the last on ${last}`,
    'name,from,until,respect',
    ...rows,
    '',
  ].join('\n'),
);
