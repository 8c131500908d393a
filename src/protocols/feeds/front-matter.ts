/** YAML front matter of a markdown twin: plain keys, JSON-quoted values (JSON strings are YAML 1.2 strings). Null is left out. */
export function renderFrontMatter(fields: Readonly<Record<string, string | number | null>>): string {
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === null ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  return `---\n${lines.join('\n')}\n---\n`;
}

/** The line under the front matter that leads an agent from any page to the overview. */
export function pointToLlmsTxt(llmsTxtUrl: string): string {
  return `> Everything that is here: [llms.txt](${llmsTxtUrl})\n`;
}
