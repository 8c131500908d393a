import type { Heading } from '../markdown/headings.ts';
import type { Report } from './rules.ts';

export function checkHeadings(headings: readonly Heading[], report: Report): void {
  let above = 1;
  for (const { at, depth, title, isTopLevel } of headings) {
    if (title === '') report('heading-text', at, 'This heading has no text');
    if (depth === 1) report('heading-top', at, 'The title is the only level 1; start with ##');
    if (!isTopLevel) continue;
    if (depth > above + 1)
      report('heading-levels', at, `Level ${depth} follows level ${above}; levels go down one at a time`);
    above = Math.max(depth, 1);
  }
}
