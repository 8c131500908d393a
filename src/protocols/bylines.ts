import { z } from 'zod';
import type { Author, PublicArticle } from '../content/library/library.ts';

export interface Byline {
  author: Author;
  /** Names that BibTeX keeps together are of an organisation. */
  isOrganization: boolean;
  /** `Family, Given`; of an organisation with the comma that keeps readers of citation data from cutting it. */
  inverted: string;
}

const CslNames = z.array(
  z.object({ family: z.string().optional(), given: z.string().optional(), literal: z.string().optional() }),
);

/** The authors of an article as its citation has them, so that what machines read agrees with what people cite. */
export function readBylines(article: Pick<PublicArticle, 'authors' | 'citation'>): Byline[] {
  const names = CslNames.safeParse(article.citation.csl.author).data ?? [];
  return article.authors.map((author, index) => {
    const { family, given, literal } = names[index] ?? {};
    const isOrganization = /\s/.test(literal ?? '');
    return { author, isOrganization, inverted: given ? `${family}, ${given}` : `${literal ?? author.name},` };
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
