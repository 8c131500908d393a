import { readFileSync } from 'node:fs';

const slug = 'a-canary-in-every-construct';
const folder = 'tests/fixtures/publication/content/articles';

/** The article of the tests' publication whose sold part holds one made-up word in each construct. */
export const canarySlug = slug;
const stem = 'vexil';
const source = readFileSync(`${folder}/${slug}.md`, 'utf8');
const figure = readFileSync(`${folder}/${slug}/vexilfigure.svg`, 'utf8');

const find = (text: string) => [...new Set(text.match(/vexil[a-z]+/g))];
/** Each with the construct it stands in for a name. */
export const canaries = find(source);
export const drawnCanaries = find(figure);

const spellings = [stem, 'Vexil', stem.toUpperCase()];
/** What base64 makes of the stem, wherever in a text it stands: without the characters that its neighbours decide. */
const inBase64 = spellings.flatMap((spelling) =>
  [0, 1, 2].map((before) => {
    const coded = Buffer.from('x'.repeat(before) + spelling).toString('base64');
    const from = [0, 2, 3][before] ?? 0;
    return coded.slice(from, Math.floor(((before + stem.length) * 8) / 6));
  }),
);
const inHex = spellings.map((spelling) => Buffer.from(spelling).toString('hex'));
const reversed = [...stem].reverse().join('');

/**
 * Escapes of HTML, JSON, addresses and quoted-printable; tags and invisible characters that may stand inside a word.
 */
function undo(text: string): string {
  return text
    .replace(
      /&#x([0-9a-f]{1,6});|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([0-9a-f]{2})|=([0-9A-F]{2})/gi,
      (all, ...parts) => {
        const code = Number.parseInt(parts.slice(0, 5).find((part) => typeof part === 'string') ?? '', 16);
        return code < 128 ? String.fromCharCode(code) : all;
      },
    )
    .replace(/&#(\d{1,7});/g, (all, code: string) => (Number(code) < 128 ? String.fromCharCode(Number(code)) : all))
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? '')
    .replace(/<[^>]*>|\u00ad|\u200b|\u2060|&shy;|&ZeroWidthSpace;/g, '');
}

/**
 * A canary in bytes, plain or in any form that a reader could undo.
 * @param request words of the request: an answer may repeat what it was asked
 */
export function findCanary(bytes: Buffer | string, request: readonly string[] = []): string | undefined {
  let text = typeof bytes === 'string' ? bytes : bytes.toString('utf8');
  for (const word of request) text = text.replaceAll(word, '');
  const coded = [...inBase64, ...inHex, reversed].find((form) => text.includes(form));
  if (coded) return coded;
  for (let round = 0; round < 3; round += 1) {
    const found = /vexil\w*/i.exec(text)?.[0];
    if (found) return found;
    const undone = undo(text);
    if (undone === text) return undefined;
    text = undone;
    for (const word of request) text = text.replaceAll(word, '');
  }
  return undefined;
}
