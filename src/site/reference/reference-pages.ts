import { tagDescriptions } from '../../contract/operation.ts';
import { listChapters } from '../../core/page-chapters.ts';
import type { Page } from '../../library/library.ts';
import { readExamples, readLibrary } from '../library-access.ts';
import { type ReferenceOperation, readReference } from './api-reference.ts';

/** The pages below /developers, for the static paths of both their HTML and their Markdown. */
export function listDeveloperPages(): { params: { page: string }; props: { page: Page } }[] {
  return listChapters({ name: 'developers' }, readLibrary().pages).map((page) => ({
    params: { page: page.name.replace('developers/', '') },
    props: { page },
  }));
}

/**
 * The group of operations that a page is the reference of: `developers/reference-mcp` of MCP. Undefined for every other
 * page.
 */
export function findReferenceTag(name: string): string | undefined {
  const group = /^developers\/reference-(.+)$/.exec(name)?.[1];
  return Object.keys(tagDescriptions).find((known) => known.toLowerCase() === group);
}

/** Read once in a build: it describes every schema. */
let reference: readonly ReferenceOperation[] | undefined;

export function readReferenceOperations({ name }: Pick<Page, 'name'>): ReferenceOperation[] {
  const tag = findReferenceTag(name);
  if (tag === undefined) return [];
  reference ??= readReference(readExamples().recorded);
  return reference.filter((operation) => operation.tag === tag);
}
