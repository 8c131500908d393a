import { z } from 'zod';
import { isLanguageTag } from '../../library/language-tag.ts';
import { maxArticlePrice } from '../../library/price.ts';
import { explainDay, explainMoment, isOffset } from './date-mistakes.ts';
import { licenseIds } from './licenses.ts';

const Words = z.string().trim().min(1);
const FullDate = z.iso.date({ error: ({ input }) => explainDay(input) });
const explained = { error: ({ input }: { input?: unknown }) => explainMoment(input) };
const Moment = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true }).refine((text) => text.endsWith('Z') || isOffset(text), explained)],
  explained,
);
const Question = Words.max(160).endsWith('?', {
  error: 'Write a whole question that ends with a question mark',
});
const SectionQuestions = z.strictObject({ section: Words.max(200), questions: z.array(Question).min(1).max(8) });
const Questions = z
  .array(z.union([Question, SectionQuestions]))
  .max(100)
  .default([]);
const Identifier = z
  .string()
  .max(96)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens');
/** A version's name is the last part of its URL, before `.md` or between the dots of a comparison. */
const VersionName = z
  .string()
  .max(40)
  .regex(/^\w+(?:[.-]\w+)*(?<!\.md)$/, 'Write a version as 1.1 or 2026-11-21, in quotes');
const FileName = z.string().regex(/^[\w][\w.-]*$/, 'Name a file beside the article, without folders');

/** ANSI/NISO Z39.104-2022. */
const creditRoles = [
  'conceptualization',
  'data curation',
  'formal analysis',
  'funding acquisition',
  'investigation',
  'methodology',
  'project administration',
  'resources',
  'software',
  'supervision',
  'validation',
  'visualization',
  'writing',
  'review and editing',
] as const;

/** The front matter of `content/articles/<slug>.md`. Each description is one sentence for the author's guide. */
export const ArticleFrontMatter = z.strictObject({
  title: Words.max(200).describe('What the article is called, in plain text.'),
  description: Words.max(600).describe(
    'What the reader learns, in one or two sentences; shown wherever the article is listed.',
  ),
  tier: z.enum(['free', 'paid']).describe('Who may read all of it: `free` for all readers, `paid` for those who pay.'),
  price: z
    .number()
    .positive()
    .multipleOf(0.01, { error: 'Write a price in whole cents, such as 0.08' })
    .max(maxArticlePrice)
    .optional()
    .describe('What reading it once costs, in the currency of the tier `paid`; the price of the tier when absent.'),
  date: FullDate.describe('The day it is published; articles are listed by it, newest first.'),
  updated: FullDate.optional().describe('The day it last changed in a way a reader should know.'),
  authors: z.array(Identifier).min(1).max(5000).describe('Ids of `authors.yaml`, in the order they are named.'),
  tags: z
    .array(z.string().normalize('NFC').max(40))
    .max(12)
    .default([])
    .describe('Topics, lower-case words joined by hyphens, in any script.'),
  questions: Questions.describe(
    'Questions that it or one `section` of it answers, as readers would ask them; search finds it by them, and they are public.',
  ),
  license: z
    .enum(licenseIds)
    .optional()
    .describe('SPDX id of the licence; CC-BY-4.0 for free, all rights reserved for paid when absent.'),
  corrections: z
    .array(z.strictObject({ date: FullDate, text: Words.max(2000) }))
    .max(100)
    .default([])
    .describe('What was wrong and when it was put right, shown with the article.'),
  versions: z
    .array(z.strictObject({ version: VersionName, date: FullDate, text: Words.max(2000) }))
    .max(100)
    .default([])
    .describe(
      'The versions it had and has, and what changed with each; a free article shows each earlier one beside the present text.',
    ),
  version: VersionName.optional().describe('A version you give it, in quotes so that "1.10" stays "1.10".'),
  draft: z
    .boolean()
    .default(false)
    .describe('true keeps it out of everything but `npm run dev` and `npm run preview`.'),
  publish_at: Moment.optional().describe(
    'The moment before which nothing shows it; it appears then without a rebuild.',
  ),
  embargo_until: Moment.optional().describe('The same, for a date set by another party; the later of the two counts.'),
  id: Identifier.optional().describe(
    'Its name for ever; the slug when absent. Who renames the file sets it to the old slug, whose page then leads to the new one.',
  ),
  aliases: z.array(Identifier).max(50).default([]).describe('Slugs it had before; their URLs lead to the present one.'),
  series: z
    .strictObject({ id: Identifier, title: Words.max(200), part: z.int().min(1).max(999) })
    .optional()
    .describe('The series it belongs to and which part of it this is.'),
  retracted: z
    .strictObject({ date: FullDate, reason: Words.max(2000) })
    .optional()
    .describe('Says that it should no longer be relied on, and why; the text stays readable.'),
  withdrawn: z
    .strictObject({
      date: FullDate,
      reason: Words.max(2000),
      replacement: z
        .union([Identifier, z.url({ protocol: /^https?$/ })], {
          error: 'Write the slug of an article here, or a URL',
        })
        .optional(),
    })
    .optional()
    .describe(
      'Removes it: its text is not published, and its URLs return 410 with the reason and the `replacement`, a slug or a URL.',
    ),
  doi: z
    .string()
    .regex(/^10\.\d{4,9}\/[^\s"<>]+$/, 'Write a DOI as 10.1234/abc, without https://doi.org/')
    .optional()
    .describe('The DOI it was given, shown with the article and in every citation of it.'),
  roles: z
    .record(Identifier, z.array(z.enum(creditRoles)).min(1))
    .optional()
    .describe('What each author did, by id, in the words of CRediT (ANSI/NISO Z39.104).'),
  artifacts: z
    .array(
      z.strictObject({
        file: z
          .string()
          .regex(
            /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/,
            'Name a file from the folder that contains content/, without .. or hidden folders',
          ),
        title: Words.max(200),
        run: Words.max(400).optional(),
      }),
    )
    .max(40)
    .default([])
    .describe(
      'Scripts and data that it rests on, shown with digest and download; `npm run reproduce` runs those with `run`.',
    ),
  finding: z
    .strictObject({ value: Words.max(16), text: Words.max(160), section: Words.max(200).optional() })
    .optional()
    .describe(
      'The number that the front page shows of it: `value` with its unit, `text` that says of what, and the `section` that has it.',
    ),
  cover: Words.max(300)
    .optional()
    .describe(
      'A picture or chart of its free text that is shown instead of the drawn plate: the URL of the picture in the text, or the label of the chart, such as `fig:speed`. Lists show the plate instead of a chart.',
    ),
  pdf: FileName.regex(/\.pdf$/, 'Name a file that ends in .pdf')
    .optional()
    .describe('A PDF of it beside the article, offered to those who may read it all instead of one that is printed.'),
  bibliography: FileName.optional().describe('BibTeX file beside the article whose entries `[@key]` cites.'),
  language: z
    .string()
    .refine(isLanguageTag, 'Write a language such as en or de-CH')
    .optional()
    .describe('The language of the text, if it is another than that of the publication.'),
  translation_of: Identifier.optional().describe('Slug of the article that this one translates.'),
  numbered: z
    .boolean()
    .optional()
    .describe('true numbers the sections of the article: 1, 1.1; false does not; otherwise `site.config.ts` decides.'),
  math: z.boolean().default(true).describe('false makes every dollar sign of the article an ordinary character.'),
});
export type ArticleFrontMatter = z.infer<typeof ArticleFrontMatter>;

/** The front matter of `content/pages/<name>.md`. */
export const PageFrontMatter = z.strictObject({
  title: Words.max(200).describe('The heading of the page.'),
  description: Words.max(600).describe('What the page is for, in one or two sentences.'),
  updated: FullDate.optional().describe('The day it last changed in a way a reader should know.'),
  order: z.int().min(1).max(999).optional().describe('Of a page in `pages/developers`: its place there, from 1.'),
  group: Words.max(40)
    .optional()
    .describe('Of a page in `pages/developers`: the heading it is under in the list of guides.'),
  questions: Questions.describe('Questions that lead to it or to one `section` of it.'),
});
export type PageFrontMatter = z.infer<typeof PageFrontMatter>;

/** An article's slug and a page's name: its file name without the ending. */
export const Slug = Identifier;

/** `why`, or `developers/mcp`. */
export const PageName = z.string().refine((name) => name.split('/').every((part) => Slug.safeParse(part).success));

export const AuthorEntry = z
  .strictObject({
    /** As it is read; made of `given`, `family` and `suffix` when absent. */
    name: Words.max(200).optional(),
    family: Words.max(200).optional(),
    given: Words.max(200).optional(),
    /** `Jr.` or `III`. */
    suffix: Words.max(20).optional(),
    /** The name of a person that citations do not split. */
    literal: z.boolean().default(false),
    orcid: z.string().refine(isOrcid, 'Not an ORCID (16 digits in groups of four, the last one a checksum)').optional(),
    url: z.url({ protocol: /^https?$/ }).optional(),
    affiliation: Words.max(300).optional(),
    /** Shown on the author's page. */
    about: Words.max(1000).optional(),
    /** A group is cited by its whole name, a person by family name and initials. */
    organization: z.boolean().default(false),
  })
  .check(({ value: { name, family, given, suffix, literal, organization }, issues }) => {
    const reportMistake = (key: string, message: string) =>
      issues.push({ code: 'custom', path: [key], message, input: key });
    if (name === undefined && family === undefined) reportMistake('name', 'Write name:, or family: and given:');
    if (family === undefined) {
      if (given !== undefined) reportMistake('given', 'Write family: too');
      if (suffix !== undefined) reportMistake('suffix', 'Write family: too');
    } else if (literal || organization) {
      reportMistake('family', `Remove it: a name with ${literal ? 'literal' : 'organization'}: true is not split`);
    }
  });
export type AuthorEntry = z.infer<typeof AuthorEntry>;

/** `content/authors.yaml`: id to author. */
export const AuthorsFile = z.record(Identifier, AuthorEntry);
export type AuthorsFile = z.infer<typeof AuthorsFile>;

/** `content/plans.yaml`. */
export const PlansFile = z.strictObject({
  tiers: z.array(
    z.strictObject({
      tier: Identifier,
      price: z.number().min(0),
      currency: z.string().regex(/^[A-Z]{3}$/, 'Write an ISO 4217 code such as USD'),
      period: z.enum(['forever', 'month', 'year', 'article']),
      includes: z.array(Words.max(300)).default([]),
    }),
  ),
});

/** `content/words.yaml`. */
export const WordsFile = z.strictObject({
  synonyms: z
    .array(z.array(Words.max(60)).min(2).max(12))
    .max(500)
    .describe('Groups of words that mean the same: a search for one finds the others.'),
});

const orcidAddress = 'https://orcid.org/';

/** Converts an ORCID, with or without its URL, to its URL. */
export function toOrcidUrl(orcid: string): string {
  return orcid.startsWith(orcidAddress) ? orcid : `${orcidAddress}${orcid}`;
}

/** ISO 7064 MOD 11-2, the checksum ORCID uses. */
function isOrcid(text: string): boolean {
  const digits = /^(?:https:\/\/orcid\.org\/)?(\d{4})-(\d{4})-(\d{4})-(\d{3})([\dX])$/.exec(text);
  if (!digits) return false;
  const total = [...digits.slice(1, 5).join('')].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return digits[5] === (check === 10 ? 'X' : String(check));
}
