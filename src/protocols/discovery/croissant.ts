import { documents } from '../../contract/document-urls.ts';
import type { Urls } from '../../contract/urls.ts';
import type { Publication } from '../../library/publication-settings.ts';

/** Members of a row that a reader of data sets looks for first; the whole schema is in the API description. */
const fields = [
  ['id', 'sc:Text', 'Stable identifier of the article.'],
  ['slug', 'sc:Text', 'Name in its URL; identifies the row in differences.'],
  ['title', 'sc:Text', 'Title.'],
  ['tier', 'sc:Text', 'free or paid.'],
  ['date', 'sc:Date', 'Day of publication.'],
  ['url', 'sc:URL', 'Page of the article.'],
  ['version_url', 'sc:URL', 'Permanent URL of this very text.'],
  ['license', 'sc:URL', 'Licence of this row.'],
  ['standing', 'sc:Text', 'Whether the text may still be cited.'],
  ['markdown', 'sc:Text', 'The text; of a paid article only with a right to it.'],
  ['content_digest', 'sc:Text', 'sha256 of `markdown`.'],
] as const;

/** The terms below from the context that Croissant 1.1 prescribes. */
const context = {
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  conformsTo: 'dct:conformsTo',
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  recordSet: 'cr:recordSet',
  source: 'cr:source',
  transform: 'cr:transform',
};

/** `/corpus.croissant.json`: the collection as a live data set (Croissant 1.1, MLCommons). */
export function buildCroissant(urls: Urls, publication: Publication) {
  const { name, description, publisher, language } = publication;
  return {
    '@context': { '@language': language, ...context },
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
        // The media type of the response, and the name under which readers of Croissant know it.
        encodingFormat: ['application/x-ndjson', 'application/jsonlines'],
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
          source: {
            fileObject: { '@id': 'corpus' },
            extract: { column: member },
            ...(member === 'license' && { transform: { jsonPath: 'url' } }),
          },
        })),
      },
    ],
  };
}
