import { documents } from '../../contract/document-urls.ts';
import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication.ts';

/** Members of a row that a reader of data sets looks for first; the whole schema is in the API description. */
const fields = [
  ['id', 'sc:Text', 'Stable identifier of the article.'],
  ['slug', 'sc:Text', 'Name in its URL; identifies the row in differences.'],
  ['title', 'sc:Text', 'Title.'],
  ['tier', 'sc:Text', 'free or paid.'],
  ['date', 'sc:Date', 'Day of publication.'],
  ['url', 'sc:URL', 'Page of the article.'],
  ['version_url', 'sc:URL', 'Permanent URL of this very text.'],
  ['license', 'sc:CreativeWork', 'Licence of this row.'],
  ['standing', 'sc:Text', 'Whether the text may still be cited.'],
  ['markdown', 'sc:Text', 'The text; of a paid article only with a right to it.'],
  ['content_digest', 'sc:Text', 'sha256 of `markdown`.'],
] as const;

/** `/corpus.croissant.json`: the collection as a live data set (Croissant 1.1, MLCommons). */
export function buildCroissant(urls: Urls, publication: Publication) {
  const { name, description, publisher } = publication;
  return {
    '@context': {
      '@vocab': 'https://schema.org/',
      sc: 'https://schema.org/',
      cr: 'http://mlcommons.org/croissant/',
      dct: 'http://purl.org/dc/terms/',
      conformsTo: 'dct:conformsTo',
      citeAs: 'cr:citeAs',
      isLiveDataset: 'cr:isLiveDataset',
      usageInfo: 'sc:usageInfo',
      recordSet: 'cr:recordSet',
      field: 'cr:field',
      dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
      source: 'cr:source',
      extract: 'cr:extract',
      fileObject: 'cr:fileObject',
      jsonPath: 'cr:jsonPath',
    },
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: `${name} articles`,
    description,
    url: urls.home,
    license: urls.at(documents.license.path),
    usageInfo: urls.at(documents.license.path),
    isLiveDataset: true,
    citeAs: `${publisher.name}: ${name}. ${urls.home} Cite a row by its version_url.`,
    creator: { '@type': 'sc:Organization', name: publisher.name, url: urls.home },
    distribution: [
      {
        '@type': 'cr:FileObject',
        '@id': 'corpus',
        name: 'corpus',
        description:
          'One article a line; send a key to get the text of paid ones. Differences: `Link` with rel="next".',
        contentUrl: `${urls.api('live')}/corpus`,
        encodingFormat: 'application/x-ndjson',
      },
    ],
    recordSet: [
      {
        '@type': 'cr:RecordSet',
        '@id': 'articles',
        name: 'articles',
        key: { '@id': 'articles/slug' },
        field: fields.map(([member, dataType, about]) => ({
          '@type': 'cr:Field',
          '@id': `articles/${member}`,
          name: member,
          description: about,
          dataType,
          source: { fileObject: { '@id': 'corpus' }, extract: { jsonPath: `$.${member}` } },
        })),
      },
    ],
  };
}
