/** Colours of code by role, each at least 4.5:1 on its ground (WCAG 2.2 1.4.3). */
export const codeColours = {
  light: {
    background: '#f6f5f2',
    foreground: '#24272b',
    keyword: '#8a1458',
    string: '#1b6434',
    'string-expression': '#1b6434',
    comment: '#5c6066',
    function: '#1b4b9b',
    constant: '#8a4300',
    parameter: '#3c3f45',
    punctuation: '#4a4e55',
    link: '#0b57a4',
    inserted: '#1b6434',
    deleted: '#a0211b',
    changed: '#8a4300',
  },
  dark: {
    background: '#17191d',
    foreground: '#e4e6ea',
    keyword: '#ff9ec7',
    string: '#9ad8a5',
    'string-expression': '#9ad8a5',
    comment: '#9aa1ab',
    function: '#9cc3ff',
    constant: '#ffc38a',
    parameter: '#d9dce1',
    punctuation: '#b7bdc6',
    link: '#8ec5ff',
    inserted: '#9ad8a5',
    deleted: '#ff9d94',
    changed: '#ffc38a',
  },
} as const;

type Scheme = Readonly<Record<string, string>>;

/**
 * The stylesheet of highlighted code. Follows the system's scheme; `data-theme="light|dark"` on the root overrides it.
 * A class, not an inline style, for each role: pages hold under `style-src 'self'`.
 */
export const codeStyles = [
  `:root{${declare(codeColours.light)}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${declare(codeColours.dark)}}}`,
  `:root[data-theme=dark]{${declare(codeColours.dark)}}`,
  'pre.code{background:var(--code-background);color:var(--code-foreground);overflow-x:auto}',
  ...Object.keys(codeColours.light)
    .filter((role) => role !== 'background' && role !== 'foreground')
    .map((role) => `.tok-${role}{color:var(--code-${role})}`),
].join('\n');

function declare(scheme: Scheme): string {
  return Object.entries(scheme)
    .map(([role, colour]) => `--code-${role}:${colour}`)
    .join(';');
}
