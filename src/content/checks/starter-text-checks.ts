import type { Report } from '../load/rules.ts';

/** What `npm run new` writes where the author's own words go. */
export const starterText = {
  description: 'One or two sentences that say what the reader will know afterwards.',
  opening: 'Begin with what you found. The first paragraphs are what most readers see.',
  sold: 'What stands below the line above is sold.',
  section: 'Write here.',
};

/** Reports what is left of a beginning in an article that is no draft any more. @param text of the file */
export function checkStarterText(text: string, report: Report): void {
  for (const words of Object.values(starterText)) {
    const found = new RegExp(`^(?:description: )?${RegExp.escape(words)}$`, 'm').exec(text);
    if (found) report('text-own', found.index, `"${words}" was a beginning; write your own words, or take it out`);
  }
}
