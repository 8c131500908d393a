import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from './release-parts.ts';

/**
 * Where a preview compiles the articles that were saved since its last complete compilation.
 * @param folder that of the complete compilation
 */
export function savedFolder(folder: string): string {
  return `${folder}.saved`;
}

/** Whether there are such articles; only a preview has any. */
export function hasSaved(folder: string): boolean {
  return existsSync(join(savedFolder(folder), parts.library));
}

/** Puts the articles that were saved since in the place of those that were compiled before. */
export function replaceArticles<Article extends { slug: string }>(
  compiled: readonly Article[],
  saved: readonly Article[],
): Article[] {
  const bySlug = new Map(saved.map((article) => [article.slug, article]));
  return compiled.map((article) => bySlug.get(article.slug) ?? article);
}
