import type { GlossaryTerm } from '../../library/library.ts';
import type { Report } from '../load/rules.ts';
import type { PlacedTerm } from '../markdown/glossary.ts';

/** @returns the words without their tokens. */
export function checkGlossary(terms: readonly PlacedTerm[], report: Report): GlossaryTerm[] {
  const owners = new Map<string, string>();
  return terms.map(({ at, node: _, ...entry }) => {
    for (const word of [entry.term, ...entry.aliases]) {
      const owner = owners.get(word.toLowerCase());
      if (owner) report('glossary-unique', at, `"${word}" is already at "${owner}"; remove one of them`);
      else owners.set(word.toLowerCase(), entry.term);
    }
    return entry;
  });
}
