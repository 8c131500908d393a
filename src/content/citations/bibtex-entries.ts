import { z } from 'zod';
import { didYouMean } from '../load/closest-match.ts';
import type { RuleName } from '../load/rules.ts';

/** An entry as it is written; the values are not yet taken apart. */
export const BibtexEntries = z.array(
  z.object({ type: z.string(), label: z.string(), properties: z.record(z.string(), z.unknown()) }),
);
export type BibtexEntry = z.infer<typeof BibtexEntries>[number];

const FieldsByType = z.record(z.string(), z.array(z.union([z.string(), z.array(z.string())])));
/** Citation.js: for each type of BibTeX and BibLaTeX what an entry needs; of a list one. */
const RequiredFields = z.object({ bibtex: FieldsByType, biblatex: FieldsByType });
const TypesOfEntries = z
  .object({ source: z.record(z.string(), z.string()) })
  .transform(({ source }) => Object.keys(source));

/** The part of Citation.js's settings that says what an entry is. */
export const BibtexRules = z.object({
  constants: z.object({ required: RequiredFields }),
  types: z.object({ bibtex: TypesOfEntries, biblatex: TypesOfEntries }),
});

/** Names that BibLaTeX reads as the other. */
const sameAs: Readonly<Record<string, string>> = {
  journaltitle: 'journal',
  date: 'year',
  institution: 'school',
};

export interface EntryProblem {
  rule: RuleName;
  key: string;
  message: string;
}

/** Finds unknown types, missing fields and DOIs with a resolver. */
export function checkEntries(
  entries: readonly BibtexEntry[],
  { constants: { required }, types: { bibtex, biblatex } }: z.infer<typeof BibtexRules>,
): EntryProblem[] {
  const types = [...bibtex, ...biblatex];
  return entries.flatMap(({ type, label, properties }): EntryProblem[] => {
    const problem = (message: string) => ({ rule: 'bibliography-entry' as const, key: label, message });
    const found: EntryProblem[] = [];
    if (/^https?:/i.test(String(properties.doi ?? '')))
      found.push(problem(`Write the doi of ${label} without its resolver, as 10.1234/abc`));
    if (!types.includes(type))
      return [
        ...found,
        problem(`@${type} is not a type of entry${didYouMean(type, types, { mark: '@', otherwise: 'write @misc' })}`),
      ];
    const missing = [required.bibtex[type], required.biblatex[type]]
      .filter((fields) => fields !== undefined)
      .map((fields) => listMissing(fields, properties))
      .toSorted((a, b) => a.length - b.length)[0];
    if (missing && missing.length > 0)
      found.push(problem(`${label} (@${type}) has no ${missing.join(' and no ')}; add it to the entry`));
    return found;
  });
}

function listMissing(fields: readonly (string | string[])[], properties: Readonly<Record<string, unknown>>): string[] {
  const has = (field: string) => field in properties || (sameAs[field] ?? '') in properties;
  return fields
    .map((field) => [field].flat())
    .filter((choices) => !choices.some(has))
    .map((choices) => choices.join(' or '));
}
