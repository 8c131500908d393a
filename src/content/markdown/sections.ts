import type { Token } from 'marked';
import type { Section } from '../../library/library.ts';
import { codeMark } from '../../search/sentences.ts';
import { chooseWords } from '../../words/words.ts';
import { type Heading, nameHeading } from './headings.ts';
import type { FootnoteDefinition } from './markdown-tokens.ts';
import { numberTokens } from './numbers.ts';
import { countWords, toPlainText } from './plain-text.ts';

/**
 * Returns plain text by heading. A footnote's text is at its first reference; a footnote without a reference in
 * `tokens` is left out.
 * @param options.footnotes definitions of the full document by label
 */
export function splitSections(
  tokens: readonly Token[],
  options: { headings: readonly Heading[]; footnotes: ReadonlyMap<string, FootnoteDefinition>; language: string },
): Section[] {
  const byToken = new Map<Token, Heading>(options.headings.map((heading) => [heading.token, heading]));
  const { labels: names } = chooseWords(options.language).text;
  const numbers = numberTokens(tokens, options.headings);
  const seen = new Set<string>();
  let current: Section = { id: null, heading: '', text: '' };
  const sections = [current];

  const textWithNotes = (inner: readonly Token[]): string => {
    const labels: string[] = [];
    const own = toPlainText(inner, {
      onFootnote: (label) => labels.push(label),
      labels: names,
      numbers,
      marksPictures: true,
      marksCode: true,
      readsFormulas: true,
    });
    return `${own.trimEnd()}\n${labels.map(noteText).join('')}`;
  };
  const noteText = (label: string): string => {
    const note = options.footnotes.get(label);
    if (!note || seen.has(label)) return '';
    seen.add(label);
    return textWithNotes(note.tokens);
  };

  for (const token of tokens) {
    const heading = byToken.get(token);
    if (heading) {
      current = { id: heading.id, heading: nameHeading(heading), text: '' };
      sections.push(current);
      continue;
    }
    if (token.type !== 'footnote_definition') current.text += textWithNotes([token]);
  }
  for (const section of sections) section.text = tidy(section.text);
  return sections.filter(({ id, text }) => id !== null || text !== '');
}

const codeLine = new RegExp(`${codeMark}.*`, 'g');

/** Words of each section's text, headings and code blocks excluded, in the order of the sections. */
export function countSectionWords(sections: readonly Section[]): number[] {
  return sections.map(({ text }) => countWords(text.replaceAll(codeLine, '')));
}

/** Words of texts and headings together. */
export function sumWords(sections: readonly Section[], counts: readonly number[]): number {
  const headings = sections.reduce((sum, { heading }) => sum + countWords(heading), 0);
  return counts.reduce((sum, count) => sum + count, headings);
}

const wordsPerMinute = 230;

/** At least one. */
export function readingMinutes(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute));
}

function tidy(text: string): string {
  return text
    .replaceAll(/[ \t]{2,}|\t/g, ' ')
    .replaceAll(/ ?\n\s*/g, '\n')
    .trim();
}
