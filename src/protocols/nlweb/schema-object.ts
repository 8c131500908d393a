import type { Author } from '../../content/library/library.ts';
import type { Passage } from '../../core/ask.ts';
import type { Publication } from '../../core/publication.ts';
import type { Urls } from '../../core/urls.ts';

/** schema.org ScholarlyArticle from public fields alone; `hasPart` is the section that answers. */
export function toSchemaObject(passage: Passage, urls: Urls, publication: Publication): Record<string, unknown> {
  const { article, heading, sectionId, snippet } = passage;
  const url = urls.article(article.slug);
  const { updated, version, retracted } = article;
  return {
    '@context': 'https://schema.org',
    '@type': 'ScholarlyArticle',
    '@id': url,
    url,
    identifier: article.id,
    name: article.title,
    headline: article.title,
    description: article.description,
    datePublished: article.date,
    ...(updated === null ? {} : { dateModified: updated }),
    ...(version === null ? {} : { version }),
    ...(retracted ? { creativeWorkStatus: `Retracted on ${retracted.date}: ${retracted.reason}` } : {}),
    author: article.authors.map(toPerson),
    keywords: article.tags,
    license: article.license.url,
    inLanguage: publication.language,
    wordCount: article.words,
    isAccessibleForFree: article.tier === 'free',
    publisher: { '@type': 'Organization', name: publication.publisher.name, url: urls.home },
    hasPart: {
      '@type': 'WebPageElement',
      name: heading,
      url: sectionId === null ? url : `${url}#${sectionId}`,
      text: snippet,
    },
  };
}

function toPerson({ name, orcid, url, affiliation }: Author) {
  return {
    '@type': 'Person',
    name,
    ...(url === null ? {} : { url }),
    ...(orcid === null ? {} : { sameAs: orcid }),
    ...(affiliation === null ? {} : { affiliation: { '@type': 'Organization', name: affiliation } }),
  };
}
