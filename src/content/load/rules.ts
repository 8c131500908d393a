import { didYouMean } from './closest-match.ts';
import { type Problem, positionAt, type Severity } from './problems.ts';

type Setting = Severity | 'off';

interface Rule {
  severity: Setting;
  /** A library that breaks the rule would be unsafe or could not be built, so no setting turns it off. */
  isFixed?: true;
  /** One sentence that says what the author must do. */
  summary: string;
}

/** Every rule a content file can break. `site.config.ts` may change the severity of those that are not fixed. */
export const ruleTable = {
  encoding: { severity: 'error', isFixed: true, summary: 'A file is valid UTF-8 without control characters.' },
  'file-place': { severity: 'error', summary: 'Articles are `articles/<slug>.md`, pages `pages/<name>.md`.' },
  'file-size': { severity: 'error', isFixed: true, summary: 'An article has at most a million characters.' },
  'file-known': { severity: 'warn', summary: 'The content folder has no files and folders that nothing reads.' },
  'slug-format': { severity: 'error', isFixed: true, summary: 'A file name is lower-case words joined by hyphens.' },
  'front-matter': {
    severity: 'error',
    isFixed: true,
    summary: 'The block between the `---` lines is YAML of the schema.',
  },
  'front-matter-comment': {
    severity: 'warn',
    summary:
      'A title or description with a space and `#` in it is in quotes: YAML takes the rest of the line for a comment.',
  },
  'front-matter-key': { severity: 'error', isFixed: true, summary: 'Front matter has only keys of the schema.' },
  'id-unique': { severity: 'error', isFixed: true, summary: 'No two articles share an id, a slug or an alias.' },
  'withdrawn-replacement': {
    severity: 'error',
    summary: 'The `replacement` of a withdrawn article is a published article, or a URL.',
  },
  'authors-file': {
    severity: 'error',
    isFixed: true,
    summary: '`authors.yaml` maps an id to a name, orcid, url, affiliation.',
  },
  'author-name': {
    severity: 'warn',
    summary: 'A name of three words or more in `authors.yaml` says which of them is the family name.',
  },
  'author-known': {
    severity: 'error',
    isFixed: true,
    summary: 'Every author id is in `authors.yaml`, and is named once.',
  },
  'plans-file': {
    severity: 'error',
    isFixed: true,
    summary: '`plans.yaml` has a free tier and a paid price per article.',
  },
  'words-file': {
    severity: 'error',
    isFixed: true,
    summary: '`words.yaml` has groups of words that mean the same, each word in one group.',
  },
  'price-tier': { severity: 'error', summary: 'Only a paid article has a `price`.' },
  'tag-format': {
    severity: 'error',
    summary: 'Tags are lower-case words joined by hyphens, in any script, each once.',
  },
  'tag-shared': { severity: 'warn', summary: 'A tag is not another spelling of one that other articles have.' },
  'title-length': { severity: 'warn', summary: 'A title has 8 to 110 characters.' },
  'card-title': {
    severity: 'warn',
    summary: 'A title is in Latin, Greek or Cyrillic letters, which the picture of a shared link can show.',
  },
  'title-shared': { severity: 'warn', summary: 'No two articles have the same title.' },
  'description-length': { severity: 'warn', summary: 'A description has 40 to 300 characters.' },
  'date-order': {
    severity: 'error',
    summary: '`updated`, corrections, versions and retractions are not before `date`.',
  },
  'finding-found': { severity: 'error', summary: 'The number of a `finding` is in the text.' },
  'cover-shown': { severity: 'error', summary: 'A `cover` is a picture or chart that the free text shows.' },
  'version-listed': { severity: 'warn', summary: '`version` is the last of `versions`, where both are given.' },
  'version-order': {
    severity: 'error',
    summary: '`versions` have a name each, and are listed from the oldest to the newest.',
  },
  'date-future': { severity: 'error', summary: 'A date in the future needs `publish_at` or `embargo_until`.' },
  'translation-known': {
    severity: 'error',
    summary:
      '`translation_of` is the slug of an original that is released by then; its translations state a `language` each, which differ.',
  },
  'series-consistent': { severity: 'error', summary: 'A series has one title and each part once.' },
  'preview-marker': {
    severity: 'error',
    isFixed: true,
    summary: '`<!-- more -->` stands once, alone, outside every list, quote and `<details>`.',
  },
  'preview-missing': {
    severity: 'warn',
    summary: 'A paid article marks the end of its preview with `<!-- more -->`, and has text below it.',
  },
  'text-missing': { severity: 'error', summary: 'An article has text below its front matter.' },
  'text-own': {
    severity: 'warn',
    summary: 'Nothing is left of what `npm run new` writes for a start; a draft may have it.',
  },
  'markdown-parses': {
    severity: 'error',
    isFixed: true,
    summary: 'Lists, quotes and emphasis are not nested hundreds deep.',
  },
  'conflict-solved': { severity: 'error', summary: 'No marks of a merge are left in the text.' },
  'markup-read': { severity: 'warn', summary: 'No signs of markup are left that readers would see as signs.' },
  'html-allowed': { severity: 'error', isFixed: true, summary: 'Raw HTML is refused but for a few plain tags.' },
  'label-unique': { severity: 'error', summary: 'A label `{#...}` is given once.' },
  'label-place': {
    severity: 'warn',
    summary: 'A label fits its target: `fig:` a figure, `tbl:` a table, `eq:` a formula, no prefix a heading.',
  },
  'reference-resolves': { severity: 'error', summary: '`@fig:...`, `@tbl:...` and `@eq:...` find their label.' },
  'link-safe': { severity: 'error', isFixed: true, summary: 'A link is http(s), mailto, relative or an anchor.' },
  'link-resolves': { severity: 'error', summary: 'A link to an article or a page finds it.' },
  'anchor-resolves': {
    severity: 'error',
    summary:
      'The part of a link after # is a heading of its target, and a `section` under `questions` one of the article.',
  },
  'link-path-known': { severity: 'warn', summary: 'A link that starts with / goes to a path the site has.' },
  'link-unreleased': { severity: 'warn', summary: 'An article does not link to one that is released later.' },
  'link-text': { severity: 'warn', summary: 'A link has text that says where it goes.' },
  'link-external': { severity: 'warn', summary: 'An external URL responds (only with `--external`).' },
  'image-exists': {
    severity: 'error',
    isFixed: true,
    summary: 'A figure is a PNG, JPEG, WebP, GIF, AVIF or SVG file beside the article.',
  },
  'image-size': { severity: 'warn', summary: 'A figure is under 1 MB.' },
  'image-unused': { severity: 'warn', summary: 'Every file beside an article is used in it.' },
  'svg-safe': {
    severity: 'error',
    isFixed: true,
    summary: 'An SVG has no scripts, handlers, foreign objects or external URLs.',
  },
  'alt-text': { severity: 'error', summary: 'A figure has alternative text, or the title "decorative".' },
  'chart-reads': {
    severity: 'error',
    isFixed: true,
    summary:
      'A chart fence holds one of the short forms or a Vega-Lite specification, and vega has nothing against it.',
  },
  'chart-letters': {
    severity: 'warn',
    summary: 'The words of a chart are in Latin, Greek or Cyrillic letters, which its PNG can show.',
  },
  'chart-data': {
    severity: 'error',
    isFixed: true,
    summary: 'The data of a chart is a file beside the article or an artifact, and has the columns that are drawn.',
  },
  'heading-top': { severity: 'error', summary: 'Headings start at `##`: the title is the only level 1.' },
  'heading-levels': { severity: 'warn', summary: 'Heading levels go down one at a time.' },
  'heading-shared': { severity: 'warn', summary: 'No two headings of one section say the same.' },
  'heading-text': { severity: 'error', summary: 'A heading has text.' },
  'table-cells': { severity: 'error', summary: 'No row of a table has more cells than it has columns.' },
  'code-language': { severity: 'warn', summary: 'A code fence names a language the highlighter knows, or `text`.' },
  'code-closed': { severity: 'error', summary: 'A code fence is closed.' },
  'alert-kind': { severity: 'warn', summary: 'An alert is NOTE, TIP, IMPORTANT, WARNING or CAUTION.' },
  'math-renders': { severity: 'error', summary: 'KaTeX can read every formula.' },
  'math-closed': { severity: 'error', summary: 'A formula that `$`, `$$` or `\\(` opens is closed.' },
  'math-brackets': { severity: 'warn', summary: 'Brackets of a formula come in pairs.' },
  'dollar-trap': { severity: 'warn', summary: 'A dollar sign is clearly money or clearly math.' },
  'footnote-defined': { severity: 'error', summary: 'Every footnote that is referred to is defined.' },
  'footnote-unique': { severity: 'error', summary: 'A footnote is defined once.' },
  'footnote-used': { severity: 'warn', summary: 'Every footnote that is defined is referred to.' },
  'artifact-exists': {
    severity: 'error',
    isFixed: true,
    summary: 'An artifact is a file of the repository, not of a build, and no article.',
  },
  'pdf-exists': { severity: 'error', isFixed: true, summary: 'The `pdf` of an article is a PDF file beside it.' },
  'bibliography-exists': { severity: 'error', summary: 'The bibliography file is beside the article.' },
  'bibliography-parses': { severity: 'error', summary: 'The bibliography is BibTeX.' },
  'bibliography-entry': {
    severity: 'warn',
    summary: 'An entry of the bibliography has a type that BibTeX knows and the fields that a reference needs.',
  },
  'citation-known': { severity: 'error', summary: 'Every cited key is in the bibliography.' },
  'citation-meant': {
    severity: 'warn',
    summary: '`@key` in the text is in the bibliography, or is written `\\@` where it is not a citation.',
  },
  'citation-unique': { severity: 'error', summary: 'A key is in the bibliography once.' },
  'reference-retracted': {
    severity: 'warn',
    summary: 'No cited work was retracted or is under an expression of concern, as `content/retractions.csv` lists it.',
  },
  'citation-used': { severity: 'warn', summary: 'Every entry of the bibliography is cited.' },
  'generated-known': {
    severity: 'error',
    isFixed: true,
    summary:
      '`<!-- generated: NAME -->` names a part that the build generates, `<!-- when: CONDITION -->` a condition it knows.',
  },
  'question-finds': {
    severity: 'warn',
    summary: 'A question under `questions` finds its own article and section first (only in `check:content`).',
  },
  'glossary-unique': { severity: 'error', summary: 'A word, or another word for it, is in the glossary once.' },
  'setting-resolves': {
    severity: 'error',
    summary: 'Articles, paths and files that the configuration names exist.',
  },
  'rule-known': { severity: 'error', isFixed: true, summary: 'The configuration names only rules of this table.' },
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof ruleTable;
export type RuleSettings = Readonly<Record<string, Setting>>;
/** @param at index into the text of the file. */
export type Report = (rule: RuleName, at: number, message: string) => void;

/**
 * What is wrong with the owner's settings, as problems of `site.config.ts`: for rules that do not exist, or that are
 * fixed.
 */
export function checkRuleSettings(settings: RuleSettings): Problem[] {
  const place = { file: 'site.config.ts', line: 1, column: 1, rule: 'rule-known', severity: 'error' } as const;
  return Object.entries(settings).flatMap(([name, setting]) => {
    const message = complainAbout(name, setting);
    return message ? [{ ...place, message }] : [];
  });
}

/** Collects what is reported about one file. Rules that are off are dropped; a draft only ever warns. */
export function createReport(options: {
  file: string;
  text: string;
  settings: RuleSettings;
  problems: Problem[];
  isLenient?: boolean;
}): Report {
  const { file, text, settings, problems, isLenient = false } = options;
  return (rule, at, message) => {
    const { severity: usual, isFixed }: Rule = ruleTable[rule];
    const severity = isFixed ? usual : (settings[rule] ?? usual);
    if (severity === 'off') return;
    problems.push({ file, ...positionAt(text, at), rule, severity: isLenient ? 'warn' : severity, message });
  };
}

function complainAbout(name: string, setting: Setting): string | undefined {
  const rules: Readonly<Record<string, Rule>> = ruleTable;
  const rule = rules[name];
  if (!rule) return `There is no rule ${name}${didYouMean(name, Object.keys(rules))}`;
  if (rule.isFixed && setting !== 'error') return `The rule ${name} protects readers and is always an error`;
  return undefined;
}
