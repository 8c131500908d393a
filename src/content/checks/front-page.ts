import type { Cover, Finding } from '../../library/library.ts';
import { didYouMean } from '../load/closest-match.ts';
import { chartUrl, figureUrl } from '../load/figures.ts';
import type { Report } from '../load/rules.ts';
import type { ArticleFrontMatter } from '../load/schema.ts';
import type { YamlPath } from '../load/yaml.ts';
import type { MarkdownDocument } from './markdown-source.ts';
import { explainMissingSection } from './questions.ts';

/** The keys of an article that the front page shows in addition to its title. */
export interface FrontPageMatter {
  finding: Finding | null;
  cover: Cover | null;
}

interface Reading {
  document: MarkdownDocument;
  find: (path: YamlPath) => number;
  report: Report;
}

/**
 * Reads `finding` and `cover`; reports a number that is not in the text, a section and a picture that are not there.
 */
export function loadFrontPageMatter(meta: ArticleFrontMatter, reading: Reading): FrontPageMatter {
  return { finding: loadFinding(meta, reading), cover: loadCover(meta, reading) };
}

function loadFinding({ finding }: ArticleFrontMatter, { document, find, report }: Reading): Finding | null {
  if (!finding) return null;
  const { value, text, section } = finding;
  const number = /[\d.,]*\d/.exec(value)?.[0];
  if (number === undefined || !document.markdown.includes(number)) {
    report('finding-found', find(['finding', 'value']), `The text does not have the number ${value}`);
  }
  const ids = document.headings.filter(({ isTopLevel }) => isTopLevel).map(({ id }) => id);
  if (section === undefined) return { value, text, sectionId: null };
  if (!ids.includes(section))
    report('anchor-resolves', find(['finding', 'section']), explainMissingSection(section, ids));
  return { value, text, sectionId: ids.includes(section) ? section : null };
}

/** A picture or chart of the paid part would give it away, so only one above the marker can be the cover. */
function loadCover({ cover, tier }: ArticleFrontMatter, { document, find, report }: Reading): Cover | null {
  if (cover === undefined) return null;
  const end = tier === 'paid' ? (document.marker?.at ?? 0) : Number.POSITIVE_INFINITY;
  const shown = document.placed.filter(({ at }) => at < end).map(({ node }) => node);
  const labels = shown.flatMap((node) => (node.type === 'chart' && node.label ? [node.label] : []));
  if (labels.includes(cover)) return readChartCover(cover, document);
  const file = document.figures.get(cover);
  if (file && shown.some((node) => node.type === 'image' && node.href === cover))
    return { url: figureUrl(file.path), darkUrl: file.dark ? figureUrl(file.dark.path) : null };
  const what = cover.startsWith('fig:') ? 'chart' : 'picture';
  const otherwise = 'show it there, or take the line out';
  report(
    'cover-shown',
    find(['cover']),
    `The free text shows no ${what} ${cover}${didYouMean(cover, what === 'chart' ? labels : [], { otherwise })}`,
  );
  return null;
}

/**
 * The PNG, because the letters of an SVG in a list would be those of another typeface. A chart with an error has none.
 */
function readChartCover(label: string, { drawn, owner }: MarkdownDocument): Cover | null {
  const chart = drawn.find((each) => each.label === label);
  if (!chart) return null;
  const url = chartUrl(chart, owner);
  return { url: `${url}.png`, darkUrl: `${url}.dark.png`, isWhole: true };
}
