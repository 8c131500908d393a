import type { Searchable } from '../../../src/search/engine.ts';
import type { Collection } from './collection.ts';

/** A document of a collection as an article of one section. */
export function toArticle({ id, title, text }: Collection['documents'][number]): Searchable {
  return {
    slug: id,
    title,
    description: '',
    tier: 'free',
    date: '2026-01-01',
    tags: [],
    authors: [],
    sections: [{ id: null, heading: '', text }],
  };
}
