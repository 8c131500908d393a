import type { Urls } from '../contract/urls.ts';
import { articlePdf } from '../contract/urls.ts';
import { changedOn } from '../core/articles.ts';
import { determineStanding } from '../core/standing.ts';
import type { Author, PublicArticle } from '../library/library.ts';
import type { Publication } from '../library/publication-settings.ts';
import { type Byline, readBylines } from '../protocols/bylines.ts';
import type { ReadableVersion } from './readable-version.ts';

export type JsonLd = Record<string, unknown>;

/** JSON for a `<script type="application/ld+json">`: `<` is escaped so that no text can close the element. */
export function serializeJsonLd(value: JsonLd): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Describes the publisher; other descriptions refer to it by its `@id`. */
export function describeOrganization(publication: Publication, urls: Urls): JsonLd {
  const { name, email, address } = publication.publisher;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${urls.home}#organization`,
    name,
    url: urls.home,
    logo: urls.at(publication.looks.logo ?? '/icon.svg'),
    description: publication.description,
    email,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email, url: urls.at('/contact') },
    ...(address && {
      address: { '@type': 'PostalAddress', addressLocality: address.locality, addressCountry: address.country },
    }),
    sameAs: [urls.at('/why')],
  };
}

/** The site, and how to search it. */
export function describeWebSite(publication: Publication, urls: Urls): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    '@id': `${urls.home}#website`,
    name: publication.name,
    url: urls.home,
    description: publication.description,
    inLanguage: publication.language,
    publisher: { '@id': `${urls.home}#organization` },
    potentialAction: {
      '@type': 'SearchAction',
      target: `${urls.at('/search')}?q={search_term_string}`,
      'query-input': 'required name=search_term_string',
    },
  };
}

export interface Crumb {
  name: string;
  path: string;
}

/** The page itself, with the day on which what it shows last changed. @param page.modified RFC 3339 full-date */
export function describePage(
  page: { path: string; title: string; description: string; modified: string | null | undefined },
  publication: Publication,
  urls: Urls,
): JsonLd {
  const { path, title, description, modified } = page;
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': urls.at(path),
    url: urls.at(path),
    name: title,
    description,
    inLanguage: publication.language,
    isPartOf: { '@id': `${urls.home}#website` },
    ...(modified && { dateModified: modified }),
  };
}

/** From the home page down. */
export function describeBreadcrumbs(crumbs: readonly Crumb[], urls: Urls): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: urls.at(path),
    })),
  };
}

export function describePerson(author: Author, urls: Urls): JsonLd {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    mainEntity: describeByline({ author, isOrganization: false }, urls),
  };
}

function describeByline({ author, isOrganization }: Pick<Byline, 'author' | 'isOrganization'>, urls: Urls): JsonLd {
  const elsewhere = [author.orcid, author.url].filter((address) => address !== null);
  return {
    '@type': isOrganization ? 'Organization' : 'Person',
    name: author.name,
    url: urls.at(`/authors/${author.id}`),
    ...(author.orcid && { '@id': author.orcid }),
    ...(elsewhere.length > 0 && { sameAs: elsewhere }),
    ...(author.about && { description: author.about }),
    ...(author.affiliation && {
      [isOrganization ? 'parentOrganization' : 'affiliation']: { '@type': 'Organization', name: author.affiliation },
    }),
  };
}

/** schema.org creativeWorkStatus. */
const workStatus = { current: 'Published', corrected: 'Corrected', superseded: 'Superseded', withdrawn: 'Retracted' };

/**
 * schema.org ScholarlyArticle of the page for people: public facts alone, and where its other forms are.
 * @param picture path of the picture that is shown when the page is shared
 */
export function describeArticle(
  article: PublicArticle,
  { publication, urls, picture }: { publication: Publication; urls: Urls; picture?: string },
): JsonLd {
  const url = urls.article(article.slug);
  return {
    '@context': 'https://schema.org',
    '@type': 'ScholarlyArticle',
    '@id': url,
    url,
    mainEntityOfPage: url,
    identifier: article.doi ? `https://doi.org/${article.doi}` : article.id,
    ...(article.doi && { sameAs: `https://doi.org/${article.doi}` }),
    headline: article.title,
    name: article.title,
    description: article.description,
    author: readBylines(article).map((byline) => describeByline(byline, urls)),
    datePublished: article.date,
    dateModified: changedOn(article),
    inLanguage: article.language,
    isPartOf: { '@type': 'WebSite', '@id': `${urls.home}#website`, name: publication.name, url: urls.home },
    publisher: { '@type': 'Organization', '@id': `${urls.home}#organization`, name: publication.publisher.name },
    license: article.license.url,
    keywords: article.tags.join(', '),
    wordCount: article.words,
    ...(picture !== undefined && { image: urls.at(picture) }),
    ...(article.version && { version: article.version }),
    creativeWorkStatus: workStatus[determineStanding(article).standing],
    ...(article.corrections.length > 0 && {
      correction: article.corrections.map(({ date, text }) => `${date}: ${text}`),
    }),
    isAccessibleForFree: article.tier === 'free',
    ...(article.tier === 'paid' && {
      hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
    }),
    encoding: [
      { '@type': 'MediaObject', encodingFormat: 'text/markdown', contentUrl: `${url}.md` },
      ...(article.pdf
        ? [{ '@type': 'MediaObject', encodingFormat: 'application/pdf', contentUrl: urls.at(articlePdf(article.slug)) }]
        : []),
    ],
  };
}

/**
 * schema.org ScholarlyArticle of the page of one text: at its permanent URL, with its own standing, as an example of
 * the article.
 */
export function describeVersion(
  { article, present, version, standing }: Omit<ReadableVersion, 'body' | 'isWhole'>,
  { publication, urls }: { publication: Publication; urls: Urls },
): JsonLd {
  const url = urls.version(present.slug, version.name);
  const work = urls.article(present.slug);
  const { hasPart: _, ...described } = describeArticle(article, { publication, urls });
  return {
    ...described,
    '@id': url,
    url,
    mainEntityOfPage: url,
    dateModified: version.date,
    version: version.name,
    creativeWorkStatus: workStatus[standing.standing],
    ...(standing.reason && { correction: standing.reason }),
    exampleOfWork: { '@type': 'ScholarlyArticle', '@id': work, url: work },
    encoding: [{ '@type': 'MediaObject', encodingFormat: 'text/markdown', contentUrl: `${url}.md` }],
  };
}
