import type { Body } from '../../library/library.ts';
import { outsideCode } from '../outside-code.ts';

/**
 * Writes the names of tables, figures and equations as the page does: `Table: Rates. {#tbl:rates}` becomes `**Table
 * 1.** Rates.`, and `@tbl:rates` becomes `Table 1`. Names come from the HTML of the same body, in their order, so that
 * no number is counted twice. References without a name on the page stay as written, and so does code.
 */
export function nameLabels({ markdown, html }: Body): string {
  const tables = namesIn(html, /<figure class="table-figure"[^>]*><figcaption><strong>([^<]+)\.<\/strong>/g);
  const figures = namesIn(html, /<figcaption><strong>([^<]+)\.<\/strong>/g).filter((name) => !tables.includes(name));
  const equations = namesIn(html, /<span class="equation-number">([^<]+)<\/span>/g);
  const called = new Map(
    Array.from(html.matchAll(/<a class="cross-reference" href="#([^"]+)">([^<]+)<\/a>/g), ([, label, name = '']) => [
      label,
      name.replaceAll('\u00A0', ' '),
    ]),
  );
  return markdown.replace(codeOrLabel, (whole, ...groups) => {
    const { code, table, image, caption, label, equation, reference, heading } = groups.at(-1);
    if (code !== undefined) return whole;
    if (table !== undefined) return tables.length > 0 ? `**${tables.shift()}.** ${table}` : whole;
    if (heading !== undefined) return heading;
    if (equation !== undefined) return equations.length > 0 ? ` ${equations.shift()}` : whole;
    if (reference !== undefined) return called.get(reference) ?? whole;
    const isNumbered = (caption ?? label) !== undefined && figures.length > 0;
    return isNumbered ? `${image}\n\n**${figures.shift()}.** ${caption ?? ''}`.trimEnd() : image;
  });
}

const namesIn = (html: string, pattern: RegExp) => Array.from(html.matchAll(pattern), ([, name = '']) => name);

const codeOrLabel = outsideCode(
  /^Table: (?<table>(?:[^\n]|\n(?!\n))*?)(?:\s*\{#tbl:[\w-]+\})?(?=\n\n+[^\n]*\|)/,
  /^(?<image>!\[(?:[^\]\\]|\\.)*\]\([^\s)]+(?:\s+"(?<caption>(?:[^"\\]|\\.)*)")?\))(?<label>\{#fig:[\w-]+\})?[ \t]*$/,
  /^(?<heading>#{1,6} [^\n]*?)[ \t]*\{#[a-z][\w:-]*\}[ \t]*$/,
  /(?<equation>[ \t]*\{#eq:[\w-]+\})[ \t]*$/,
  /(?<![\w@.])@(?<reference>(?:fig|tbl|eq):[a-z\d](?:[\w-]*[a-z\d])?)/,
);
