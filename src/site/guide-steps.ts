const codeRun = /((?:<div class="code-block[^"]*"><pre (?:(?!<\/pre>)[\s\S])*<\/pre><\/div>\s*)+)/;
const introduction = /(?:<h3 (?:(?!<h3 )[\s\S])*|<p>(?:(?!<p>)[\s\S])*<\/p>\s*)$/;

/**
 * Groups the HTML of a guide into steps, which a wide window shows with the code beside its text: the paragraph or
 * subsection that introduces the code, the code, and what follows up to the next introduction. Sections without code
 * and what precedes the first introduction stay as they are.
 */
export function groupSteps(html: string): string {
  return html
    .split(/(?=<h2 )|(?<=<\/h2>)/)
    .map(groupSection)
    .join('');
}

function groupSection(html: string): string {
  const parts = html.split(codeRun);
  if (parts.length === 1) return html;
  let [before, lead] = splitIntroduction(parts[0] ?? '');
  for (let at = 1; at < parts.length; at += 2) {
    const [rest, next] = at + 2 < parts.length ? splitIntroduction(parts[at + 1] ?? '') : [parts[at + 1] ?? '', ''];
    before += `<div class="step">${part('text', lead)}${part('code', parts[at] ?? '')}${part('text', rest)}</div>\n`;
    lead = next;
  }
  return before;
}

/** The last paragraph before code, or its subsection so far. All of a text that ends otherwise, such as with a list. */
function splitIntroduction(text: string): [before: string, introduction: string] {
  const at = text.search(introduction);
  return at < 0 ? ['', text] : [text.slice(0, at), text.slice(at)];
}

function part(kind: 'text' | 'code', html: string): string {
  return html.trim() === '' ? '' : `<div class="prose step-${kind}">${html}</div>`;
}
