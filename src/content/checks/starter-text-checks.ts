import type { Report } from '../load/rules.ts';

/** The text that `npm run new` writes for the author to replace. */
export const starterText = {
  description: 'One or two sentences that say what the reader will know afterwards.',
  opening: 'Begin with what you found. The first paragraphs are what most readers see.',
  paid: 'The text below the line above is paid.',
  section: 'Write here.',
};

/**
 * Reports starter text in an article that is not a draft.
 * @param text text of the file
 */
export function checkStarterText(text: string, report: Report): void {
  for (const words of Object.values(starterText)) {
    const found = new RegExp(`^(?:description: )?${RegExp.escape(words)}$`, 'm').exec(text);
    if (found) report('text-own', found.index, `"${words}" was a beginning; write your own words, or take it out`);
  }
}
