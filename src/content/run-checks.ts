import { checkExternalLinks, type ExternalCheck } from './checks/external-links.ts';
import { type Problem, sortProblems } from './load/problems.ts';
import { type LoadOptions, type LoadVisitor, loadContent } from './load-content.ts';

export interface FurtherCheck extends LoadVisitor {
  finish(): void;
}

/**
 * Every problem of every file, without building anything. Pages are checked without their generated parts unless
 * those are given.
 * @param external asks other sites too; never part of a build.
 * @param further hears of every article and reports when all are read.
 */
export async function checkContent(
  options: LoadOptions,
  { external, further }: { external?: ExternalCheck | undefined; further?: FurtherCheck | undefined } = {},
): Promise<Problem[]> {
  const { collected, externalLinks } = await loadContent(options, further);
  further?.finish();
  if (external) await checkExternalLinks(externalLinks, external);
  return sortProblems(collected);
}
