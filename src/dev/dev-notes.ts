import { hasErrors, type Problem } from '../content/load/problems.ts';
import { placeMark } from '../content/render/source-positions.ts';
import { escapeHtml } from '../library/markup.ts';

export interface DevNotes {
  problems: readonly Problem[];
  /** The kind of page below an error. */
  shown: string;
  /**
   * Release state of the article on this page: `null` for a draft, the release time in epoch milliseconds, undefined
   * once it is released.
   */
  unpublished: number | null | undefined;
}

const box =
  'position:relative;z-index:9999;padding:.75rem 1.25rem;font:14px/1.6 ui-monospace,monospace;overflow-wrap:anywhere;';
const colours = { error: 'background:#7a1111;color:#fff;', warn: 'background:#fff3c4;color:#3d2f00;' } as const;

/** HTML to stand first in the body; empty when there is nothing to say. */
function renderNotes({ problems, shown, unpublished }: DevNotes): string {
  return [renderProblems(problems, shown), renderState(unpublished)].join('');
}

/** The file that a page is made of, from the content folder: `articles/<slug>.md`. */
function fileOf(pathname: string): string {
  const slug = /^\/(?:articles|read)\/([^/.]+)$/.exec(pathname)?.[1];
  return slug ? `articles/${slug}.md` : `pages/${pathname.slice(1)}.md`;
}

/** A page with its notes on top, and each problem of its own file in front of what it is about. */
export function annotatePage(html: string, { pathname, ...notes }: DevNotes & { pathname: string }): string {
  const own = notes.problems.filter(({ file }) => file.endsWith(`/${fileOf(pathname)}`));
  const top = renderNotes(notes);
  return markProblems(html, own).replace(/<body[^>]*>/, (body) => body + top);
}

function markProblems(html: string, problems: readonly Problem[]): string {
  const marks = [...html.matchAll(placeMark)].map(({ index, 1: line, 2: column }) => ({
    index,
    line: Number(line),
    column: Number(column),
  }));
  const notes = new Map<number, string>();
  for (const problem of problems) {
    const before = marks.filter((mark) => comparePlaces(mark, problem) <= 0);
    const [first, ...rest] = before;
    if (!first) continue;
    const { index } = rest.reduce((best, mark) => (comparePlaces(mark, best) > 0 ? mark : best), first);
    notes.set(index, (notes.get(index) ?? '') + renderMark(problem));
  }
  return html.replace(placeMark, (_, __, ___, index: number) => notes.get(index) ?? '');
}

type Place = Pick<Problem, 'line' | 'column'>;

function comparePlaces(a: Place, b: Place): number {
  return a.line - b.line || a.column - b.column;
}

function renderMark({ line, column, severity, message }: Problem): string {
  const style = `padding:.1em .4em;font:12px/1.5 ui-monospace,monospace;${colours[severity]}`;
  return `<span data-dev="mistake" role="note" style="${style}">${line}:${column} ${escapeHtml(message)}</span>`;
}

/** A path without a page that may get one with the next save: it reloads like the others. */
export function renderMissing(notes: Omit<DevNotes, 'unpublished'>): string {
  const top = renderNotes({ ...notes, unpublished: undefined });
  return renderBare(
    'Nothing is here',
    `${top}<p>There is nothing at this address. <a href="/articles">Articles</a></p>`,
  );
}

/** A page that could not be rendered: the development server shows the error on top of it. */
export function renderFailed(): string {
  return renderBare('This page failed', '<p>This page failed. The error is in the terminal.</p>');
}

/** The page until content compiles for the first time. It reloads when it does. */
export function renderNothingYet(problems: readonly Problem[]): string {
  const notes = renderNotes({ problems, shown: 'nothing can be shown yet', unpublished: undefined });
  return renderBare('Nothing to show yet', notes);
}

function renderBare(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><script type="module" src="/@vite/client"></script></head><body>${body}</body></html>\n`;
}

function renderProblems(problems: readonly Problem[], shown: string): string {
  if (problems.length === 0) return '';
  const lines = problems
    .map(({ file, line, column, rule, severity, message }) => {
      const place = `${file}:${line}:${column}`;
      return `<li><strong>${escapeHtml(place)}</strong> ${rule}${severity === 'warn' ? ' (warning)' : ''} ${escapeHtml(message)}</li>`;
    })
    .join('');
  const list = `<ul style="margin:.25rem 0 0;padding-left:1.25rem">${lines}</ul>`;
  if (hasErrors(problems)) {
    return `<div data-dev="errors" role="alert" style="${box}${colours.error}">The content has errors; ${shown}.${list}</div>`;
  }
  const count = problems.length === 1 ? '1 warning' : `${problems.length} warnings`;
  return `<details data-dev="warnings" style="${box}${colours.warn}"><summary>${count}</summary>${list}</details>`;
}

function renderState(unpublished: number | null | undefined): string {
  if (unpublished === undefined) return '';
  const sentence =
    unpublished === null
      ? 'A draft: only you see it.'
      : `Will be released at ${new Date(unpublished).toISOString()}: until then only you see it.`;
  return `<div data-dev="unpublished" style="${box}${colours.warn}">${sentence}</div>`;
}
