import { hasErrors, type Problem } from '../content/checks/problems.ts';
import { escapeHtml } from '../content/render/html.ts';

/** What an author is told on top of a page. */
export interface Notes {
  problems: readonly Problem[];
  /** What the page under an error is. */
  shown?: string;
  /** State of the article on this page: `null` for a draft, epoch milliseconds of its release, undefined when it is out. */
  unpublished: number | null | undefined;
}

const box =
  'position:relative;z-index:9999;padding:.75rem 1.25rem;font:14px/1.6 ui-monospace,monospace;overflow-wrap:anywhere;';
const colours = { error: 'background:#7a1111;color:#fff;', warn: 'background:#fff3c4;color:#3d2f00;' } as const;

/** HTML to stand first in the body; empty when there is nothing to say. */
export function renderNotes({ problems, shown = 'this is the last version without them', unpublished }: Notes): string {
  return [renderProblems(problems, shown), renderState(unpublished)].join('');
}

/** The page until content compiles for the first time. It reloads when it does. */
export function renderNothingYet(problems: readonly Problem[]): string {
  const notes = renderNotes({ problems, shown: 'nothing can be shown yet', unpublished: undefined });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Nothing to show yet</title><script type="module" src="/@vite/client"></script></head><body>${notes}</body></html>\n`;
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
      : `Comes out at ${new Date(unpublished).toISOString()}: until then only you see it.`;
  return `<div data-dev="unpublished" style="${box}${colours.warn}">${sentence}</div>`;
}
