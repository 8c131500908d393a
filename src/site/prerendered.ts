import type { PublicArticle } from '../library/library.ts';
import { readLibrary } from './library-access.ts';

const newest = 1_000;

/**
 * The articles whose pages are files: the newest, the scheduled ones too (the server withholds their files until the
 * moment comes). Older ones are rendered when first asked for, so that a build does not grow with its library.
 */
export function listPrerendered(): readonly PublicArticle[] {
  return readLibrary().articles.slice(0, newest);
}
