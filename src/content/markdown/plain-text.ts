import type { Token } from 'marked';
import { decodeReferences } from '../../library/character-references.ts';
import { codeMark, pictureMark } from '../../search/sentences.ts';
import { chooseWords, type Words } from '../../words/words.ts';
import { parseYaml } from '../load/yaml.ts';
import { composeCitation } from './citation-text.ts';
import { nameEnvironment } from './environments.ts';
import { readFormula } from './formula-text.ts';
import { nameLabel } from './label-syntax.ts';
import { isNode, type Node, type Numbers } from './markdown-tokens.ts';
import { textOfRawHtml } from './raw-html.ts';

interface Reading {
  /** Receives the label of each footnote referred to, in reading order. */
  onFootnote(label: string): void;
  /** Names of figures, tables and equations in the language of the publication. */
  labels: Words['text']['labels'];
  /** Puts `pictureMark` before the words of each picture. */
  marksPictures?: boolean;
  /** Keeps code blocks, each in a line after `codeMark`. */
  marksCode?: boolean;
  /** Writes formulas as `readFormula` does; without it, as TeX. */
  readsFormulas?: boolean;
  /** Replaces a reference by the number of its target, if the target is numbered here. */
  numbers?: Numbers;
}

const english: Reading = { onFootnote: () => {}, labels: chooseWords('en').text.labels };

/**
 * The words of some tokens, as a reader would say them: no markup, no code blocks unless wanted, no footnote numbers.
 */
export function toPlainText(tokens: readonly Token[], reading: Reading = english): string {
  let text = '';
  for (const token of tokens) {
    if (!isNode(token)) continue;
    text += textOfNode(token, reading);
  }
  return text;
}

function textOfNode(node: Node, reading: Reading): string {
  switch (node.type) {
    case 'text':
      return node.tokens ? toPlainText(node.tokens, reading) : joinLines(decodeReferences(node.text));
    case 'escape':
    case 'codespan':
      return joinLines(node.text);
    case 'image':
      return `${reading.marksPictures ? pictureMark : ''}${decodeReferences(node.title && !isDecorative(node.title) ? `${node.text} ${node.title}` : node.text)}`;
    case 'math':
      return `${reading.readsFormulas ? readFormula(node.tex) : node.tex}${node.isBlock ? '\n' : ''}`;
    case 'html':
      return textOfRawHtml(node.raw);
    case 'br':
      return '\n';
    case 'reference':
      return nameLabel(node.label, reading.labels, reading.numbers?.labels.get(node.label));
    case 'footnote_reference':
      reading.onFootnote(node.label);
      return '';
    case 'table':
      return [node.header, ...node.rows]
        .map((row) => `${row.map((cell) => toPlainText(cell.tokens, reading)).join(' | ')}\n`)
        .join('');
    case 'list':
      return toPlainText(node.items, reading);
    case 'environment':
      return `${[nameEnvironment(node.kind, reading.numbers?.environments.get(node), reading.labels), toPlainText(node.title, reading).trim()].join(' ').trim()}\n${toPlainText(node.tokens, reading)}`;
    case 'paragraph':
    case 'heading':
    case 'list_item':
    case 'blockquote':
    case 'alert':
      return `${toPlainText(node.tokens, reading)}\n`;
    case 'em':
    case 'strong':
    case 'del':
    case 'link':
      return toPlainText(node.tokens, reading);
    case 'chart':
      return `${readChartWords(node.text, reading.marksPictures ? pictureMark : '')}\n`;
    case 'citation':
      return composeCitation(node);
    case 'code':
      return reading.marksCode ? `${codeMark}${node.text.replaceAll(/\s+/g, ' ')}\n` : '';
    case 'checkbox':
    case 'def':
    case 'footnote_definition':
    case 'label':
    case 'hr':
    case 'space':
      return '';
  }
}

/** The words of a chart: the lines of its fence that are sentences for a reader, each after a mark. */
function readChartWords(text: string, mark: string): string {
  const { title, subtitle, description, note } = parseYaml(text).data;
  return [title, subtitle, description, note]
    .flatMap((words) => (typeof words === 'string' ? `${mark}${words}` : []))
    .join('\n');
}

/** A sentence continues across the author's line ends: only a paragraph ends a line of plain text (CommonMark 6.8). */
function joinLines(text: string): string {
  return text.replaceAll('\n', ' ');
}

/** A picture that tells nothing has no alternative text and says so in its title. */
export function isDecorative(title: string | null | undefined): boolean {
  return title?.trim().toLowerCase() === 'decorative';
}

/** One line, single spaces. */
export function flatten(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

const word = /[\p{L}\p{N}]\S*/gu;
/** Scripts that write no space between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;
const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Runs of characters between spaces that have a letter or digit in them; the words of a run in a script without spaces.
 */
export function countWords(text: string): number {
  let words = 0;
  if (unspaced.test(text)) {
    for (const [run] of text.matchAll(word)) words += unspaced.test(run) ? countSegments(run) : 1;
    return words;
  }
  // Not matchAll: every word would be an array, and a build counts the words of each text.
  word.lastIndex = 0;
  while (word.test(text)) words += 1;
  return words;
}

function countSegments(run: string): number {
  return [...segmenter.segment(run)].filter(({ isWordLike }) => isWordLike).length;
}
