import type { PublicArticle } from '../library/library.ts';

/** May an article be cited as it is? `withdrawn`: its author has taken back what it says, though its text may still be read. */
export type Standing = 'current' | 'corrected' | 'withdrawn';

export function findStanding({ retracted, corrections }: Pick<PublicArticle, 'retracted' | 'corrections'>): Standing {
  if (retracted) return 'withdrawn';
  return corrections.length > 0 ? 'corrected' : 'current';
}
