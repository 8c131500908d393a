import type { Urls } from '../../contract/urls.ts';

type FrontMatter = Readonly<Record<string, string | number | null>>;

/**
 * YAML front matter of a Markdown version: plain keys, JSON-quoted values (JSON strings are YAML 1.2 strings). Null is
 * left out.
 */
function renderFrontMatter(fields: FrontMatter): string {
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === null ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n`;
}

/**
 * A page of the site as markdown: its front matter, the line that leads an agent to the overview, its heading, its
 * parts, and where the rest of the site is.
 * @param page.parts each ends with a line end
 */
export function renderMarkdownPage(
  urls: Urls,
  page: { front: FrontMatter; heading: string; parts: readonly string[] },
): string {
  return [
    `${renderFrontMatter(page.front)}> Everything that is here: [llms.txt](${urls.at('/llms.txt')})\n`,
    `# ${page.heading}\n`,
    ...page.parts,
    `## Sitemap\n\nAll pages: [sitemap.md](${urls.at('/sitemap.md')})\n`,
  ].join('\n');
}
