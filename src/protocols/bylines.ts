import { z } from 'zod';
import type { Author, PublicArticle } from '../library/library.ts';

export interface Byline {
  author: Author;
  isOrganization: boolean;
  /** `Family, Given`; of an organisation with the comma that keeps readers of citation data from cutting it. */
  inverted: string;
}

const CslNames = z.array(
  z.object({
    family: z.string().optional(),
    given: z.string().optional(),
    suffix: z.string().optional(),
    literal: z.string().optional(),
  }),
);

/** The authors of an article as its citation has them, so that what machines read agrees with what people cite. */
export function readBylines(article: Pick<PublicArticle, 'authors' | 'citation'>): Byline[] {
  const names = CslNames.safeParse(article.citation.csl.author).data ?? [];
  return article.authors.map((author, index) => {
    const { family, given = '', suffix = '', literal } = names[index] ?? {};
    const inverted = given ? [family, given, suffix].filter(Boolean).join(', ') : `${author.name},`;
    return { author, isOrganization: literal !== undefined, inverted };
  });
}

/** schema.org `Person` or `Organization`. */
export function describeAuthor({ author, isOrganization }: Byline): Record<string, unknown> {
  return {
    '@type': isOrganization ? 'Organization' : 'Person',
    name: author.name,
    ...(author.orcid && { '@id': author.orcid, sameAs: author.orcid }),
    ...(author.url && { url: author.url }),
    ...(author.affiliation &&
      author.affiliation !== author.name && {
        [isOrganization ? 'parentOrganization' : 'affiliation']: { '@type': 'Organization', name: author.affiliation },
      }),
  };
}
