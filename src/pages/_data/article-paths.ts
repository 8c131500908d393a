import { readLibrary } from './library.ts';

/** Every article, the scheduled ones too: the server withholds their files until the moment comes. */
export function articlePaths() {
  return readLibrary().articles.map((article) => ({ params: { slug: article.slug }, props: { article } }));
}
