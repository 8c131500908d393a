import { z } from 'zod';

/** Groups of members of an article, each of which is part of several shapes. */

/** RFC 3339 full-date: YYYY-MM-DD. */
export const FullDate = z.iso.date();

const License = z.object({ id: z.string(), name: z.string(), url: z.url() }).meta({ id: 'License' });
const Citation = z
  .object({ bibtex: z.string(), csl: z.record(z.string(), z.unknown()).optional() })
  .meta({ id: 'Citation' });
const Correction = z.object({ date: FullDate, text: z.string() }).meta({ id: 'Correction' });
const Retraction = z.object({ date: FullDate, reason: z.string() }).meta({ id: 'Retraction' });

const Author = z
  .object({
    name: z.string(),
    orcid: z.url().optional(),
    url: z.url().optional(),
    affiliation: z.string().optional(),
  })
  .meta({ id: 'Author' });

/** How a text may be cited now: the same members wherever a text is named. */
export const standingMembers = {
  standing: z.enum(['current', 'corrected', 'superseded', 'withdrawn']).optional().meta({
    id: 'Standing',
    description: 'superseded: an earlier text. withdrawn: see retracted, and do not cite it as evidence.',
  }),
  standing_since: FullDate.optional(),
  standing_reason: z.string().optional(),
  cite_instead: z.url().optional().meta({ description: 'Permanent URL of the text to cite instead.' }),
};

/** The public record of an article, in the article itself and in its 402. */
export const ArticleRecord = z.object({
  date: FullDate.optional(),
  updated: FullDate.optional(),
  version: z.string().optional(),
  ...standingMembers,
  authors: z.array(Author).optional(),
  license: License.optional(),
  citation: Citation.optional(),
  corrections: z.array(Correction).optional(),
  retracted: Retraction.optional(),
});

/** The rest of what the page of an article shows. Members without content are left out. */
export const ArticleParticulars = z.object({
  aliases: z.array(z.string()).optional().meta({ description: 'Slugs it had before; they redirect here.' }),
  language: z.string().optional().meta({ description: 'BCP 47 tag of its text.' }),
  translation_of: z.string().optional().meta({ description: 'Slug of the article that it translates.' }),
  languages: z
    .array(z.object({ language: z.string(), slug: z.string(), url: z.url() }))
    .optional()
    .meta({ description: 'The article in every language that it has, itself included.' }),
  doi: z.string().optional().meta({ description: 'Without its resolver, 10.1234/abc.' }),
  series: z.object({ id: z.string(), title: z.string(), part: z.int(), url: z.url() }).optional(),
  versions: z
    .array(z.object({ version: z.string(), date: FullDate, text: z.string().optional(), url: z.url() }))
    .optional()
    .meta({
      description: 'Every published text, oldest first: its name, its permanent URL, and what its author says changed.',
    }),
  artifacts: z
    .array(
      z.object({
        title: z.string(),
        url: z.url(),
        bytes: z.int(),
        digest: z.string(),
        run: z.string().optional().meta({ description: 'The command that reproduces what the article says.' }),
      }),
    )
    .optional()
    .meta({ description: 'Scripts and data. They open with the article.' }),
  roles: z
    .array(z.object({ name: z.string(), roles: z.array(z.string()) }))
    .optional()
    .meta({ description: 'What each author did (CRediT).' }),
  questions: z
    .array(z.object({ text: z.string(), url: z.url() }))
    .optional()
    .meta({ description: 'Questions that readers ask, and the section with the result of each.' }),
  pdf: z.url().optional(),
});
