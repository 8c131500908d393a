import type { GlossaryTerm } from '../../library/library.ts';
import type { Report } from './rules.ts';
import { WordsFile } from './schema.ts';
import { pickRight, validateYaml } from './validate.ts';
import { parseYaml } from './yaml.ts';

/** Words that find each other in search: each word of a group with the others. */
export type SynonymList = Pick<GlossaryTerm, 'term' | 'aliases'>[];

/**
 * Parses `words.yaml`.
 * @returns what is wrong is reported and leaves the list empty
 */
export function parseSynonyms(text: string, report: Report): SynonymList {
  const parsed = parseYaml(text);
  for (const { at, message } of parsed.failures) report('words-file', at, message);
  const words = validateYaml(WordsFile, parsed, { rule: 'words-file', report });
  const { data, placeOf } = pickRight(WordsFile.shape, parsed.data);
  const { synonyms } = words ?? WordsFile.parse({ synonyms: [], ...data });
  const groups = new Map<string, number>();
  let hasRepeats = false;
  for (const [group, members] of synonyms.entries()) {
    for (const [index, word] of members.entries()) {
      const other = groups.get(word.toLowerCase());
      groups.set(word.toLowerCase(), group);
      if (other === undefined) continue;
      hasRepeats = true;
      const [, number] = placeOf(['synonyms', other]);
      const message =
        other === group ? 'twice in this group; keep one' : `also in group ${Number(number) + 1}; join them`;
      report('words-file', parsed.find(placeOf(['synonyms', group, index])), `"${word}" is ${message}`);
    }
  }
  if (!words || hasRepeats) return [];
  return synonyms.flatMap((group) => group.map((term) => ({ term, aliases: group.filter((word) => word !== term) })));
}
