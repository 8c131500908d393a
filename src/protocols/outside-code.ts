const code = /(?<code>^(?:```|~~~)[\s\S]*?^(?:```|~~~)|`+[^`\n]*`+)/;

/**
 * Finds one of the patterns in markdown, or code, fenced or inline, whole and before anything in it: group 1, named
 * `code`, so that who replaces the rest can leave it as it is.
 */
export function outsideCode(...patterns: readonly RegExp[]): RegExp {
  return new RegExp([code, ...patterns].map(({ source }) => source).join('|'), 'gm');
}
