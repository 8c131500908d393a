import { describe, expect, it } from 'vitest';
import { makeArticle } from '../../../tests/support/library.ts';
import { createCatalogue } from '../../core/articles.ts';
import { chooseFile } from './serve-static.ts';
import type { StaticFiles } from './static-files.ts';

const release = Date.UTC(2027, 0, 1);
let now = release - 1;
const articles = [makeArticle({ slug: 'out' }), makeArticle({ slug: 'later', releaseAt: release })];
const names = new Set([
  '/why',
  '/why.md',
  '/articles/out',
  '/articles/later',
  '/articles/later.md',
  '/og/later.png',
  '/figures/_shared/x.svg',
  '/articles/on-demand.md',
  '/auth.md',
]);
const files: StaticFiles = { has: (path) => names.has(path), paths: () => names, read: async () => undefined };

function choose(pathname: string, accept?: string) {
  const figureReleases = new Map([['/figures/_shared/x.svg', release]]);
  const catalogue = createCatalogue({ articles }, () => now);
  const site = { catalogue, slugs: new Set(['out', 'later']), figureReleases, now };
  const chosen = chooseFile({ pathname, accept }, files, site);
  return chosen?.isAcceptable === false ? 'not acceptable' : chosen?.pathname;
}

describe('the choice of a file', () => {
  it('keeps every file of a withheld article back until its moment, and gives them then without a new build', () => {
    const waiting = ['/articles/later', '/articles/later.md', '/og/later.png', '/figures/_shared/x.svg'];
    now = release - 1;
    for (const path of waiting) expect(choose(path)).toBeUndefined();
    expect(choose('/articles/out')).toBe('/articles/out');
    now = release;
    for (const path of waiting) expect(choose(path)).toBe(path);
  });

  it('prefers the markdown twin when the client does', () => {
    expect(choose('/why', 'text/markdown')).toBe('/why.md');
    expect(choose('/why', 'text/html,*/*;q=0.8')).toBe('/why');
    expect(choose('/why')).toBe('/why');
    expect(choose('/articles/out', 'text/markdown')).toBe('/articles/out');
  });

  it('is the twin alone of a page that is made on demand', () => {
    expect(choose('/articles/on-demand', 'text/markdown')).toBe('/articles/on-demand.md');
    expect(choose('/articles/on-demand', 'text/html')).toBeUndefined();
    expect(choose('/articles/on-demand', 'application/pdf')).toBe('not acceptable');
    // Markdown that is the form of no page is at its own address only.
    for (const accept of ['text/markdown', 'text/html', 'application/pdf']) {
      expect(choose('/auth', accept)).toBeUndefined();
    }
  });

  it('is none for an Accept that neither form of a page meets; other files have one form for everybody', () => {
    expect(choose('/why', 'application/pdf')).toBe('not acceptable');
    expect(choose('/why.md', 'application/pdf')).toBe('/why.md');
  });

  it('finds nothing where no file is', () => {
    expect(choose('/nope')).toBeUndefined();
  });
});
