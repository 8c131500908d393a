import { createChangeFeed } from '../../core/change-feed.ts';
import { type CorpusRow, openCorpus } from '../../core/corpus.ts';
import { afterNextTurn } from '../../core/limits/turns.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { toWireArticle, toWireOutlined } from '../wire.ts';

/** Rows that cost as much as one call: a page of the list. */
const rowsPerCall = 100;

/** GET /api/v1/corpus: a line of JSON for each article, complete or different since a cursor (contract.md, Corpus). */
export function createCorpusHandler(services: Services): Handler<'getCorpus'> {
  const feed = createChangeFeed(services);

  return async ({ query, caller, url, spend }) => {
    if (caller.kind === 'invalid') throw new ServiceError('invalid_key');
    const corpus = await openCorpus(services, feed, { caller, ...query });
    if (!corpus) {
      throw new ServiceError('invalid_request', 'since: this cursor is unknown here. Leave it out for a new snapshot.');
    }
    await spend(Math.floor(corpus.slugs.length / rowsPerCall), 'minute');
    const next = new URL(url);
    next.searchParams.delete('after');
    next.searchParams.set('since', corpus.cursor);
    async function* writeRows() {
      for (const slug of corpus?.slugs ?? []) {
        const row = await corpus?.read(slug);
        if (row) yield `${JSON.stringify(toWireRow(row, services))}\n`;
        // A client that reads as fast as rows are written would leave no time for other requests.
        await new Promise<void>(afterNextTurn);
      }
    }
    return {
      status: 200,
      headers: {
        'content-type': 'application/x-ndjson',
        'cache-control': 'private, no-store',
        link: `<${next.href}>; rel="next"`,
      },
      body: writeRows(),
    };
  };
}

/**
 * The same bytes for the same text and the same right, so that a snapshot with its differences equals a later snapshot.
 * So URLs of a purchase are not signed (its credential opens them too). Translations, which are other
 * articles, and citations, which name the day of the build, are left out.
 */
function toWireRow(row: CorpusRow, services: Services) {
  switch (row.kind) {
    case 'opened': {
      const { opened } = row;
      const level = opened.level === 'purchase' ? 'subscriber' : opened.level;
      const { languages: _others, citation: _dated, ...stable } = toWireArticle({ ...opened, level }, services);
      return { ...stable, access_level: opened.level };
    }
    case 'public': {
      // Scripts and data of a paid article need the right to it.
      const { citation: _dated, artifacts: _closed, ...stable } = toWireOutlined(row.article, services.urls);
      return stable;
    }
    case 'removed': {
      const { slug, change, changedAt, revision } = row.removal;
      return { slug, change, date: new Date(changedAt).toISOString(), revision };
    }
  }
}
