import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentDigest } from '../../library/digest.ts';
import type { Artifact } from '../../library/library.ts';
import type { Report } from './rules.ts';
import type { ArticleFrontMatter } from './schema.ts';

export interface LoadedArtifact extends Artifact {
  /** The folder it is named from. */
  root: string;
  /** Where it is on this machine. */
  source: string;
}

/**
 * Files that a build or an installation writes, and the articles themselves: some are paid, and none of them is a
 * source.
 */
const refused = /^(?:build|data|dist|node_modules|release)\/|^content\/(?:articles|pages)\/[^/]+\.md$|\.html?$/i;

/** Not through a link: it could lead out of the repository. */
function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * Loads the scripts and data that an article names, from the parent folder of `content/`.
 * @param options.find position of a value in the article's file
 */
export function loadArtifacts(
  meta: Pick<ArticleFrontMatter, 'artifacts'>,
  { root, find, report }: { root: string; find: (path: (string | number)[]) => number; report: Report },
): LoadedArtifact[] {
  return meta.artifacts.flatMap(({ file, title, run }, index) => {
    const at = find(['artifacts', index, 'file']);
    // Content may lie elsewhere (CONTENT_DIR): then its scripts are those of the folder the build runs in.
    const folder = [root, process.cwd()].find((candidate) => isFile(join(candidate, file)));
    if (refused.test(file)) {
      report('artifact-exists', at, `${file} is not a script or data of yours; name a source file of the repository`);
      return [];
    }
    if (folder === undefined) {
      report('artifact-exists', at, `There is no file ${file} in the folder that contains content/`);
      return [];
    }
    const name = file.slice(file.lastIndexOf('/') + 1);
    if (meta.artifacts.findIndex((other) => other.file === file || other.file.endsWith(`/${name}`)) !== index) {
      report('artifact-exists', at, `Another artifact of this article is called ${name} already`);
      return [];
    }
    const source = join(folder, file);
    const content = readFileSync(source);
    const digest = contentDigest(content);
    return [{ file, title, run: run ?? null, bytes: content.length, digest, root: folder, source }];
  });
}

/**
 * The author's own PDF of an article.
 * @param options.folder where the article is
 * @returns where it is on this machine; undefined when none is named or what is named is not a PDF, which is reported
 */
export function findOwnPdf(
  { pdf }: Pick<ArticleFrontMatter, 'pdf'>,
  { folder, find, report }: { folder: string; find: (path: (string | number)[]) => number; report: Report },
): string | undefined {
  if (pdf === undefined) return undefined;
  const path = join(folder, pdf);
  // ISO 32000-2 section 7.5.2: the first five bytes.
  if (isFile(path) && readFileSync(path).subarray(0, 5).toString('latin1') === '%PDF-') return path;
  report('pdf-exists', find(['pdf']), `There is no PDF file ${pdf} beside the article`);
  return undefined;
}
