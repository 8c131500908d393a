import type { Revision } from '../../library/library.ts';
import { parseFrontMatter } from './front-matter-parser.ts';
import { runGit } from './history.ts';
import type { ArticleFrontMatter } from './schema.ts';

/**
 * The texts of the earlier versions that an article names: for each the last commit of its file that said so.
 * A paid article has none: an old text of it is sold text. Nor has a text that was paid or a draft when it was written.
 * @returns version to text without front matter; a version that git does not know, or a shallow clone has lost, is missing.
 */
export async function readEarlierTexts(
  { slug, meta }: { slug: string; meta: ArticleFrontMatter },
  { contentDir, revisions }: { contentDir: string; revisions: readonly Revision[] },
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const wanted = new Set(meta.versions.map(({ version }) => version).filter((version) => version !== meta.version));
  if (meta.tier === 'paid') return texts;
  for (const { commit } of revisions) {
    if (texts.size === wanted.size) break;
    const file = await runGit(contentDir, ['show', `${commit}:./articles/${slug}.md`]);
    if (file === undefined) continue;
    const { data, body } = parseFrontMatter(file.replaceAll('\r\n', '\n'));
    const { version, tier, draft } = data;
    if (typeof version !== 'string' || !wanted.has(version) || texts.has(version)) continue;
    if (tier === 'free' && draft !== true) texts.set(version, body);
  }
  return texts;
}
