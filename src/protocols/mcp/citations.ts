import { withFragment } from '../../contract/urls.ts';
import type { Selector } from '../../core/evidence/selectors.ts';
import type { Services } from '../../core/services.ts';
import type { PublicArticle } from '../../library/library.ts';

/** A cited text. Only what its caller may read has a digest. */
export interface CitationSource {
  article: Pick<PublicArticle, 'slug' | 'title' | 'authors' | 'date' | 'versionName'>;
  /** The present one unless given. */
  versionName?: string | undefined;
  sectionId?: string | null | undefined;
  /** `sha256:<hex>` of the Markdown. */
  contentDigest?: string | null | undefined;
  /** URL with a text fragment; the section's URL unless given. */
  source?: string | undefined;
  selectors?: readonly Selector[] | undefined;
}

/**
 * `_meta` with the citations of a tool result, as draft SEP-3094 describes them: W3C Web Annotations whose target is
 * pinned to a version. The draft puts `citations` beside `content`; until it is final they are in `_meta`, which every
 * client may ignore.
 */
export function citeInMeta(texts: readonly CitationSource[], services: Pick<Services, 'urls' | 'publication'>) {
  return texts.length > 0 ? { citations: texts.map((text, index) => describeCitation(text, index, services)) } : {};
}

function describeCitation(
  text: CitationSource,
  index: number,
  { urls, publication }: Pick<Services, 'urls' | 'publication'>,
) {
  const { article, versionName = article.versionName, sectionId = null, contentDigest, selectors } = text;
  const url = urls.version(article.slug, versionName);
  return {
    id: `c${index + 1}`,
    target: {
      type: 'SpecificResource',
      source: text.source ?? withFragment(url, sectionId),
      ...(selectors && { selector: selectors }),
      'schema:citation': {
        '@type': 'schema:ScholarlyArticle',
        'schema:url': url,
        'schema:name': article.title,
        'schema:datePublished': article.date,
        'schema:author': article.authors.map(({ name }) => ({ '@type': 'schema:Person', 'schema:name': name })),
        'schema:publisher': { '@type': 'schema:Organization', 'schema:name': publication.publisher.name },
        ...(contentDigest && { 'schema:sha256': contentDigest.replace('sha256:', '') }),
      },
    },
  };
}
