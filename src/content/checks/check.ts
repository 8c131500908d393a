import { type LoadOptions, loadContent } from '../load/load.ts';
import { checkExternalLinks, type ExternalCheck } from '../markdown/external-links.ts';
import { type Problem, sortProblems } from './problems.ts';

/**
 * Every problem of every file, without building anything. Pages are checked without their generated parts unless
 * those are given.
 * @param external asks other sites too; never part of a build.
 */
export async function checkContent(options: LoadOptions, external?: ExternalCheck): Promise<Problem[]> {
  const { problems, collected, externalLinks } = await loadContent(options);
  if (!external) return problems;
  await checkExternalLinks(externalLinks, external);
  return sortProblems(collected);
}
