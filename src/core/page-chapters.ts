import type { Page } from '../library/library.ts';

/** The pages below another one, in their order: `developers/mcp` is a chapter of `developers`. */
export function listChapters({ name }: Pick<Page, 'name'>, pages: readonly Page[]): Page[] {
  return pages
    .filter((page) => page.name.startsWith(`${name}/`))
    .toSorted((one, other) => one.order - other.order || (one.name < other.name ? -1 : 1));
}

/** The markdown of a page, and after it that of each chapter under its title: one document for machines. */
export function wholeMarkdown(page: Page, pages: readonly Page[]): string {
  const chapters = listChapters(page, pages).map(
    ({ title, description, body }) => `## ${title}\n\n${description}\n\n${lowerHeadings(body.markdown).trim()}`,
  );
  return [page.body.markdown.trim(), ...chapters].join('\n\n').concat('\n');
}

/** Headings one level down; a line in a code block that looks like one stays. */
function lowerHeadings(markdown: string): string {
  let fence: string | undefined;
  return markdown
    .split('\n')
    .map((line) => {
      const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence === undefined) {
        fence = mark;
        return /^#{1,5} /.test(line) ? `#${line}` : line;
      }
      if (mark?.startsWith(fence)) fence = undefined;
      return line;
    })
    .join('\n');
}
