import { withFragment } from '../../contract/urls.ts';
import type { Confidence } from '../../search/engine.ts';
import { isCertain } from '../../search/ranking.ts';
import { answerQuestion, type Passage } from '../question-answering.ts';
import type { Services } from '../services.ts';
import type { StoredQuestion } from './ledger-records.ts';
import { coarsen } from './report-figures.ts';

/** Questions that mean the same, as far as their words or the section that they find show it. */
export interface QuestionGroup {
  /** The wording that was used most. */
  text: string;
  /** Other wordings. */
  variants: string[];
  /** How often it was asked, a multiple of five. */
  asked: number;
  /** How often no result was even likely right, a multiple of five. */
  unanswered: number;
  /** The confidence that the search has in its first result today. */
  confidence: Confidence;
  /** The section that the search finds first today. */
  nearest: { slug: string; title: string; section: string | null; heading: string; url: string } | null;
  /** Lines for the front matter of that article, by which search finds the section for this question. */
  entry: string;
}

type Needs = Parameters<typeof answerQuestion>[0] & Pick<Services, 'urls'>;

interface Group {
  questions: StoredQuestion[];
  passage: Passage | undefined;
  confidence: Confidence;
  terms: ReadonlySet<string>;
}

/** Minimum share of common words of two questions that find no section for sure. */
const minOverlap = 0.5;
/** The same where both find the same section. */
const minOverlapInSection = 0.2;
const maxVariants = 4;

/**
 * Groups questions: those that surely or likely find the same section, and others by their words. Groups of fewer than
 * five are left out. Other requests are served between two questions: a year may have thousands.
 */
export async function groupQuestions(services: Needs, questions: readonly StoredQuestion[]): Promise<QuestionGroup[]> {
  const groups: Group[] = [];
  for (const question of mergeWeeks(questions)) {
    await new Promise(setImmediate);
    const { passages, confidence } = await answerQuestion(
      services,
      { text: question.text, previous: [], limit: 1, offset: 0, minScore: 0 },
      'open',
    );
    const [passage] = passages;
    const terms = new Set(question.key.split(' '));
    const group = groups.find((other) => isSame(other, { passage, confidence, terms }));
    if (group) group.questions.push(question);
    else groups.push({ questions: [question], passage, confidence, terms });
  }
  return groups
    .map((group) => describeGroup(services, group))
    .filter(({ asked }) => asked > 0)
    .sort((a, b) => b.asked - a.asked);
}

/** One entry for each question, the most asked first. */
function mergeWeeks(questions: readonly StoredQuestion[]): StoredQuestion[] {
  const byKey = Map.groupBy(questions, ({ key }) => key);
  return [...byKey.values()]
    .flatMap(([first, ...others]) => {
      if (!first) return [];
      const sum = (name: 'asked' | 'unanswered') => others.reduce((total, one) => total + one[name], first[name]);
      return [{ ...first, asked: sum('asked'), unanswered: sum('unanswered') }];
    })
    .sort((a, b) => b.asked - a.asked);
}

function isSame(group: Group, other: Omit<Group, 'questions'>): boolean {
  const overlap = group.terms.intersection(other.terms).size / group.terms.union(other.terms).size;
  if (overlap >= minOverlap) return true;
  if (!isCertain(group.confidence) || !isCertain(other.confidence) || !group.passage || !other.passage) return false;
  const [one, two] = [group.passage, other.passage];
  return one.article === two.article && one.sectionId === two.sectionId && overlap >= minOverlapInSection;
}

function describeGroup({ urls }: Needs, { questions, passage, confidence }: Group): QuestionGroup {
  const [first = { text: '' }, ...others] = questions;
  const { text } = first;
  return {
    text,
    variants: others.slice(0, maxVariants).map((question) => question.text),
    asked: coarsen(questions.reduce((sum, { asked }) => sum + asked, 0)),
    unanswered: coarsen(questions.reduce((sum, { unanswered }) => sum + unanswered, 0)),
    confidence,
    nearest: passage
      ? {
          slug: passage.article.slug,
          title: passage.article.title,
          section: passage.sectionId,
          heading: passage.heading,
          url: withFragment(urls.article(passage.article.slug), passage.sectionId),
        }
      : null,
    entry: writeEntry(text, passage?.sectionId ?? null),
  };
}

/** YAML for `questions` in the front matter (docs/authors.md). A JSON string is one of YAML. */
function writeEntry(text: string, section: string | null): string {
  const quoted = JSON.stringify(text);
  if (section === null) return `questions:\n  - ${quoted}\n`;
  return `questions:\n  - section: ${section}\n    questions:\n      - ${quoted}\n`;
}
