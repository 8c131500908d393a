import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { isMissing } from '../library/list-files.ts';
import type { ImportAssets } from './import-assets.ts';
import { pickEntries } from './imported-bibtex.ts';
import type { Manuscript } from './manuscript.ts';
import { readFacts, readStrings } from './manuscript-facts.ts';
import { prepareMyst } from './myst.ts';
import { dropComments, findLostCaptions, findLostDescriptions, sayWhere } from './pandoc-positions.ts';
import { nodesOf, type Tree, Tree as TreeSchema } from './pandoc-tree.ts';
import { prepareQuarto } from './quarto.ts';
import { openSourceFolder } from './source-folder.ts';
import { expandIncludes } from './tex-includes.ts';
import { translate } from './translate.ts';

/** Pandoc's names of the formats, by file extension. */
export const pandocFormats: Readonly<Record<string, string>> = {
  '.docx': 'docx',
  '.odt': 'odt',
  '.tex': 'latex',
  '.qmd': 'markdown-smart',
  '.rmd': 'markdown-smart',
  '.md': 'markdown-smart',
};

const LogEntry = z.array(
  z.object({
    type: z.string(),
    contents: z.string().optional(),
    path: z.string().optional(),
    line: z.int().optional(),
  }),
);
/** The Markdown to write: without raw attributes and HTML tables, which our Markdown rejects. */
const ours = 'markdown_strict+pipe_tables+footnotes+strikeout+backtick_code_blocks+superscript-superscript';
/** Commands of LaTeX for the look of a page, which is left to the site. */
const layout =
  /^\\(?:maketitle|tableofcontents|bibliographystyle|label|centering|[vh]space|newpage|clearpage|noindent|setlength|pagestyle|(?:text|line|column)width)/;
const megabytes = 1 << 20;
const patienceMs = 60_000;

export class PandocError extends Error {}

/**
 * Reads a file with pandoc: its tree, and the Markdown of what `translate` makes of that tree.
 * @param maxMs the time that each run of pandoc may take, in milliseconds
 * @throws PandocError, in one sentence, when it is not installed, takes too long or cannot read the file
 */
export function readByPandoc(path: string, format: string, assets: ImportAssets, maxMs = patienceMs): Manuscript {
  const folder = mkdtempSync(join(tmpdir(), 'quire-import-'));
  try {
    const source = dirname(resolve(path));
    const isMarkdown = format.startsWith('markdown');
    const isTex = format === 'latex';
    const text = isMarkdown || isTex ? readFileSync(path, 'utf8') : '';
    const uncommented = isTex ? dropComments(text) : text;
    const files = openSourceFolder([folder, source], assets);
    const input = isMarkdown
      ? (path.endsWith('.md') ? prepareMyst : prepareQuarto)(text, assets)
      : isTex
        ? expandIncludes(text, files)
        : undefined;
    const log = join(folder, 'log.json');
    const changes = format === 'docx' ? ['--track-changes=all'] : [];
    const reading = [...changes, '-f', format, '-t', 'json', `--extract-media=${folder}`, `--log=${log}`];
    const tree = TreeSchema.parse(
      JSON.parse(run([...reading, ...(input === undefined ? [resolve(path)] : [])], { input, cwd: source, maxMs })),
    );
    for (const { type, contents, path: missing, line } of LogEntry.parse(JSON.parse(readFileSync(log, 'utf8')))) {
      if (type === 'SkippedContent' && !layout.test(contents ?? ''))
        assets.warn(`${contents ?? 'Something'}${line ? ` in line ${line}` : ''}`);
      if (type === 'CouldNotLoadIncludeFile' && !/\.(?:sty|cls)$/.test(missing ?? ''))
        assets.warn(`The file ${missing ?? ''}, which was not read`);
    }
    for (const lost of isTex
      ? [...findLostCaptions(uncommented, tree.blocks), ...findLostDescriptions(uncommented)]
      : [])
      assets.warn(lost);
    if ([...nodesOf(tree.meta.title)].some(({ t }) => t === 'Note')) assets.warn('The note to its title');
    const bibliographies = readStrings(tree.meta.bibliography).map((name) =>
      /\.\w+$/.test(name) ? name : `${name}.bib`,
    );
    const known = bibliographies.flatMap((name) => files.read(name, { kind: 'bibliography' })?.toString('utf8') ?? []);
    const { blocks, cited } = translate(tree, {
      files,
      hasBibliography: known.length > 0,
      assets,
      where: (name) => sayWhere(uncommented, name),
    });
    const markdown = run(['-f', 'json', '-t', ours, '--wrap=none', '--columns=10000', '--markdown-headings=atx'], {
      input: JSON.stringify({ ...tree, meta: {}, blocks } satisfies Tree),
      cwd: source,
      maxMs,
    });
    return {
      title: readStrings(tree.meta.title).join(' ') || undefined,
      authors: readStrings(tree.meta.author),
      abstract: readStrings(tree.meta.abstract).join(' '),
      facts: readFacts(tree.meta, assets),
      markdown,
      bibliography: pickEntries(known.join('\n'), cited),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[], about: { input: string | undefined; cwd: string; maxMs: number }): string {
  const { input, cwd, maxMs } = about;
  const { error, status, stdout, stderr } = spawnSync('pandoc', ['--sandbox', ...args], {
    input,
    cwd,
    encoding: 'utf8',
    timeout: maxMs,
    killSignal: 'SIGKILL',
    maxBuffer: 200 * megabytes,
  });
  if (isMissing(error)) {
    throw new PandocError(
      'Word, LaTeX, Quarto and MyST are read by pandoc, which is not installed: see https://pandoc.org/installing.html',
    );
  }
  if (error && 'code' in error && error.code === 'ETIMEDOUT')
    throw new PandocError(`pandoc did not finish in ${maxMs / 1000} seconds; split the file.`);
  if (error) throw error;
  if (status !== 0) throw new PandocError(`pandoc cannot read it: ${stderr.trim()}`);
  return stdout;
}
