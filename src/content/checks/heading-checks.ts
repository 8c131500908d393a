import type { Report } from '../load/rules.ts';
import type { Heading } from '../markdown/headings.ts';

/** Reports headings without text, on a level that is not theirs, and twice the same beside each other. */
export function checkHeadings(headings: readonly Heading[], report: Report): void {
  let above = 1;
  /** Those that stand open above, and what each has below it. */
  const open: { depth: number; below: Set<string> }[] = [{ depth: 0, below: new Set() }];
  for (const { at, depth, title, isTopLevel } of headings) {
    if (title === '') report('heading-text', at, 'This heading has no text');
    if (depth === 1) report('heading-top', at, 'The title is the only level 1; start with ##');
    if (!isTopLevel) continue;
    if (depth > above + 1)
      report('heading-levels', at, `Level ${depth} follows level ${above}; levels go down one at a time`);
    above = Math.max(depth, 1);
    while ((open.at(-1)?.depth ?? 0) >= depth) open.pop();
    const siblings = open.at(-1)?.below;
    if (title !== '' && siblings?.has(title))
      report(
        'heading-shared',
        at,
        `There is a heading ${title} beside this one; readers and links tell them by their words`,
      );
    siblings?.add(title);
    open.push({ depth, below: new Set() });
  }
}
