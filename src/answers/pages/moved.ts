import type { Services } from '../../core/services.ts';

const articlePath = /^\/articles\/([^/.]+)(.*)$/;

/**
 * Where an article that is out and whose file was renamed is now. An id that is no slug is the name it had before (a build refuses one
 * that is another's slug).
 * @returns of a path under the former name the path under the present one, whatever form or version it names
 */
export function createMoved({
  library,
  catalogue,
}: Pick<Services, 'library' | 'catalogue'>): (pathname: string) => string | undefined {
  const slugs = new Set(library.articles.map(({ slug }) => slug));
  const renamed = new Map(library.articles.flatMap(({ id, slug }) => (slugs.has(id) ? [] : [[id, slug] as const])));
  return (pathname) => {
    const [, name = '', rest = ''] = articlePath.exec(pathname) ?? [];
    const slug = renamed.get(name);
    return slug !== undefined && catalogue.isVisible(slug) ? `/articles/${slug}${rest}` : undefined;
  };
}
