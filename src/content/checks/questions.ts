import type { Question } from '../../library/library.ts';
import { didYouMean } from '../load/closest-match.ts';
import type { Report } from '../load/rules.ts';
import type { ArticleFrontMatter } from '../load/schema.ts';
import type { YamlPath } from '../load/yaml.ts';
import type { Heading } from '../markdown/headings.ts';

export interface LoadedQuestion extends Question {
  /** Its offset in the file. */
  at: number;
}

/**
 * The questions of an article or a page one by one. One that names a section that the outline does not have is
 * reported, and is then one of the whole text.
 * @param options.find place of a value in its file
 */
export function loadQuestions(
  meta: Pick<ArticleFrontMatter, 'questions'>,
  options: { headings: readonly Heading[]; find: (path: YamlPath) => number; report: Report },
): LoadedQuestion[] {
  const { headings, find, report } = options;
  const ids = headings.filter(({ isTopLevel }) => isTopLevel).map(({ id }) => id);
  return meta.questions.flatMap((entry, index) => {
    const path = ['questions', index] as const;
    if (typeof entry === 'string') return [{ text: entry, sectionId: null, at: find(path) }];
    const { section } = entry;
    if (!ids.includes(section))
      report('anchor-resolves', find([...path, 'section']), explainMissingSection(section, ids));
    const sectionId = ids.includes(section) ? section : null;
    return entry.questions.map((text, place) => ({ text, sectionId, at: find([...path, 'questions', place]) }));
  });
}

/** Explains what to write instead of a section that the outline does not have. */
export function explainMissingSection(section: string, ids: readonly string[]): string {
  const otherwise = `there is ${ids.slice(0, 3).join(', ') || 'none'}`;
  return `No heading has the anchor ${section}${didYouMean(section, ids, { otherwise })}`;
}
