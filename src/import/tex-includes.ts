import type { SourceFolder } from './source-folder.ts';

// Not in a comment.
const include = /(?<!(?<!\\)%[^\n]*)\\(?:input|include|subfile)\{([^{}]+)\}/g;
const listing =
  /(?<!(?<!\\)%[^\n]*)\\(?:lstinputlisting|verbatiminput|inputminted)(?:\[[^\]]*\])?(?:\{\w+\})?\{([^{}]+)\}/g;
const maxDepth = 10;

/** Puts the files that LaTeX includes into its text: pandoc itself reads no file. */
export function expandIncludes(tex: string, files: SourceFolder, depth = 0): string {
  const withListings = tex.replaceAll(listing, (whole, name: string) => {
    const code = files.read(name, { kind: 'listing' })?.toString('utf8');
    if (code === undefined) return '';
    return code.includes('\\end{verbatim}') ? whole : `\\begin{verbatim}\n${code}\n\\end{verbatim}`;
  });
  return withListings.replaceAll(include, (whole, name: string) => {
    if (depth >= maxDepth) return whole;
    const text = files.read(name, { kind: 'file', endings: ['', '.tex'] })?.toString('utf8');
    return text === undefined ? '' : expandIncludes(text, files, depth + 1);
  });
}
