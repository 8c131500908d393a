import { checkExternalLinks, type ExternalCheck } from './checks/external-links.ts';
import { type Problem, sortProblems } from './load/problems.ts';
import type { SynonymList } from './load/synonyms.ts';
import { type LoadOptions, type LoadVisitor, loadContent } from './load-content.ts';

export interface FurtherCheck extends LoadVisitor {
  /** @param synonyms the groups of `words.yaml` */
  finish(synonyms: SynonymList): void;
}

/**
 * Returns every problem of every file, without building anything. Pages are checked without their generated parts
 * unless they are given.
 * @param external requests external URLs too; never part of a build
 * @param further receives every article and reports after the last one
 */
export async function checkContent(
  options: LoadOptions,
  { external, further }: { external?: ExternalCheck | undefined; further?: FurtherCheck | undefined } = {},
): Promise<Problem[]> {
  const { collected, externalLinks, synonyms } = await loadContent(options, further);
  further?.finish(synonyms);
  if (external) await checkExternalLinks(externalLinks, external);
  return sortProblems(collected);
}
