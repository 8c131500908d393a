import type { Report } from '../load/rules.ts';

const serifScripts = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;
const sansScripts = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** The typeface that has the letters of a text; undefined for a script that neither typeface has. */
export function findTypeface(text: string): 'serif' | 'sans' | undefined {
  if (serifScripts.test(text)) return 'serif';
  return sansScripts.test(text) ? 'sans' : undefined;
}

/** Reports a title that the picture of a shared link cannot show. */
export function checkCardTitle(title: string, { at, report }: { at: number; report: Report }): void {
  if (findTypeface(title)) return;
  report(
    'card-title',
    at,
    'The social card has no words, because no typeface of the cards has the letters of this title',
  );
}
