import { readFileSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { slugify } from '../../content/markdown/headings.ts';
import { mergeCaptions } from './captions.ts';
import type { Baggage } from './imported.ts';
import { dropKindWords, findImportedLabels, nameOfFormula, quartoName } from './labels.ts';
import {
  Attributes,
  Inlines,
  isTreeNode,
  noAttributes,
  nodesOf,
  plainText,
  rewrite,
  type Tree,
  TreeNode,
} from './pandoc-tree.ts';
import { flattenTable } from './translate-table.ts';

export interface Translation {
  blocks: TreeNode[];
  /** Keys of what is cited. */
  cited: ReadonlySet<string>;
}

interface Translating {
  /** Where figures may lie, the first one that has it. */
  folders: readonly string[];
  hasBibliography: boolean;
  baggage: Baggage;
  where: (name: string) => string;
  /** Ours of headings, with their words, by pandoc's ids. */
  anchors: ReadonlyMap<string, { anchor: string; words: string }>;
  /** Ours of figures, tables and formulas, by those of the file. */
  labels: ReadonlyMap<string, string>;
  shift: number;
  cited: Set<string>;
}

const HeaderParts = z.tuple([z.int(), Attributes, Inlines]);
const MathParts = z.tuple([TreeNode, z.string()]);
const LinkParts = z.tuple([Attributes, Inlines, z.tuple([z.string(), z.string()])]);
const RawParts = z.tuple([z.string(), z.string()]);
const SpanParts = z.tuple([Attributes, z.array(TreeNode)]);
const CodeParts = z.tuple([Attributes, z.string()]);
const Citation = z.object({
  citationId: z.string(),
  citationPrefix: Inlines,
  citationSuffix: Inlines,
  citationMode: TreeNode,
});
const CiteParts = z.tuple([z.array(Citation)]).rest(z.unknown());
const Definitions = z.array(z.tuple([Inlines, z.array(z.array(TreeNode))]));
const Lines = z.array(Inlines);
const FigureParts = z.tuple([Attributes, z.tuple([z.unknown(), z.array(TreeNode)]), z.array(TreeNode)]);

/** Turns pandoc's tree into one that has only what our Markdown has; what had to go is remembered. */
export function translate(
  tree: Tree,
  about: Pick<Translating, 'folders' | 'hasBibliography' | 'baggage' | 'where'>,
): Translation {
  const headings = [...nodesOf(tree.blocks)].flatMap(({ t, c }) => {
    const parts = t === 'Header' ? HeaderParts.safeParse(c).data : undefined;
    return parts ? [parts] : [];
  });
  const content = mergeCaptions(tree.blocks);
  const translating: Translating = {
    ...about,
    anchors: new Map(
      headings.map(([, [id], inlines]) => {
        const words = plainText(inlines).trim();
        return [id, { anchor: slugify(words), words }];
      }),
    ),
    labels: findImportedLabels(content),
    shift: 2 - Math.min(2, ...headings.map(([depth]) => depth)),
    cited: new Set(),
  };
  // The fallback of a citation is raw LaTeX; from here on it is no content that could be lost.
  const cited = rewrite(content, (node) =>
    node.t === 'Cite' ? [{ t: 'Cite', c: [CiteParts.parse(node.c)[0]] }] : [node],
  );
  const blocks = rewrite(cited, (node) => translateNode(node, translating));
  return { blocks: z.array(TreeNode).parse(blocks), cited: translating.cited };
}

function translateNode(node: TreeNode, translating: Translating): TreeNode[] {
  const { baggage } = translating;
  switch (node.t) {
    case 'Header': {
      const [depth, , inlines] = HeaderParts.parse(node.c);
      return [{ t: 'Header', c: [Math.min(depth + translating.shift, 6), noAttributes, inlines] }];
    }
    case 'Math':
      return translateMath(node, translating);
    case 'Para':
    case 'Plain':
      return splitDisplays(node, translating);
    case 'Image':
      return translateImage(node, translating);
    case 'Figure': {
      const [, [, caption], content] = FigureParts.parse(node.c);
      return [...content, ...caption];
    }
    case 'Link':
      return translateLink(node, translating);
    case 'Cite':
      return translateCitation(node, translating);
    case 'RawBlock':
    case 'RawInline': {
      const [format, text] = RawParts.parse(node.c);
      if (format === own) return [node];
      baggage.leave(`Raw ${format}: ${text.trim().slice(0, 60)}`);
      return [];
    }
    case 'Div':
      return translateDiv(node, translating);
    case 'Span':
      return SpanParts.parse(node.c)[1];
    case 'CodeBlock': {
      const [[, classes, settings], text] = CodeParts.parse(node.c);
      const caption = settings.find(([name]) => name === 'caption')?.[1];
      if (caption) baggage.leave(`The caption of a listing: ${caption}`);
      return [{ t: 'CodeBlock', c: [['', [classes[0] ?? 'text'], []], text] }];
    }
    case 'Code':
      return [{ t: 'Code', c: [noAttributes, CodeParts.parse(node.c)[1]] }];
    case 'Underline':
    case 'SmallCaps':
      baggage.leave(
        node.t === 'Underline' ? 'Underlining, which became emphasis' : 'Small capitals, which became emphasis',
      );
      return [{ t: 'Emph', c: node.c }];
    case 'DefinitionList':
      return Definitions.parse(node.c).flatMap(([term, meanings]) => [
        { t: 'Para', c: [{ t: 'Strong', c: [...term, { t: 'Str', c: '.' }] }] },
        ...meanings.flat(),
      ]);
    case 'LineBlock':
      return [
        { t: 'Para', c: Lines.parse(node.c).flatMap((line, at) => (at === 0 ? line : [{ t: 'LineBreak' }, ...line])) },
      ];
    case 'Table':
      return flattenTable(node, translating);
    default:
      return [node];
  }
}

/** The format that pandoc's writer of Markdown passes on as it is. */
const own = 'markdown';

function raw(text: string): TreeNode {
  return { t: 'RawInline', c: [own, text] };
}

function translateMath(node: TreeNode, { labels, baggage }: Translating): TreeNode[] {
  const [kind, tex] = MathParts.parse(node.c);
  const [, ...others] = [...tex.matchAll(/\\label\{([^}]*)\}/g)].map(([, name]) => name);
  if (others.length > 0) baggage.leave(`The labels of lines of a formula: ${others.join(', ')}`);
  const plain = tex
    .replaceAll(/\\label\{[^}]*\}|\\(?:nonumber|notag)\b/g, '')
    .replaceAll(/\n\s*\n/g, '\n')
    .trim();
  if (kind.t === 'DisplayMath') {
    const label = labels.get(nameOfFormula(tex) ?? '');
    return [{ t: 'Math', c: [kind, `$$\n${plain}\n$$${label ? ` {#${label}}` : ''}`] }];
  }
  const line = plain.replaceAll('\n', ' ');
  return [raw(/^\d/.test(line) ? `\\(${line}\\)` : `$${line}$`)];
}

/** A formula on lines of its own is a block here, and in pandoc's tree a part of a paragraph. */
function splitDisplays(node: TreeNode, { labels }: Translating): TreeNode[] {
  const inlines = dropKindWords(Inlines.parse(node.c));
  const blocks: TreeNode[] = [];
  let current: TreeNode[] = [];
  const close = () => {
    if (plainText(current).trim() !== '' || current.some(({ t }) => t === 'Image' || t === 'RawInline')) {
      blocks.push({ ...node, c: current });
    }
    current = [];
  };
  for (const inline of inlines) {
    const math = inline.t === 'Math' ? MathParts.parse(inline.c) : undefined;
    const label = labels.get(quartoName(inline) ?? '');
    const last = blocks.at(-1);
    if (math) {
      close();
      blocks.push({ t: 'RawBlock', c: [own, math[1]] });
    } else if (label?.startsWith('eq:') && last?.t === 'RawBlock' && plainText(current).trim() === '') {
      blocks.splice(-1, 1, { t: 'RawBlock', c: [own, `${RawParts.parse(last.c)[1]} {#${label}}`] });
      current = [];
    } else current.push(inline);
  }
  close();
  return blocks;
}

function translateImage(node: TreeNode, { folders, labels, baggage }: Translating): TreeNode[] {
  const [[id], caption, [source, title]] = LinkParts.parse(node.c);
  const words = plainText(caption).trim();
  const name = decodeURIComponent(basename(source));
  for (const { t, c } of nodesOf(caption))
    if (t === 'RawInline') baggage.leave(`In a caption: ${RawParts.parse(c)[1]}`);
  const bytes = readFigure(source, folders);
  if (!bytes) baggage.leave(`The figure ${name}, which is not there`);
  const address = bytes && baggage.addFigure(name, bytes);
  if (!address) return [{ t: 'Emph', c: [{ t: 'Str', c: `Figure ${name}: ${words}`.trim() }] }];
  const isCaptioned = title.startsWith('fig:') && words !== '';
  if (isCaptioned || words === '') baggage.leave(`What ${address} shows, in words: write them into its brackets`);
  const alt = words === '' ? `Figure ${name}` : words;
  const shown = isCaptioned ? ` "${words.replaceAll('"', "'")}"` : '';
  const label = labels.has(id) ? ` {#${labels.get(id)}}` : '';
  return [raw(`![${alt.replaceAll(/[[\]]/g, '')}](${address}${shown})${label}`)];
}

/** LaTeX leaves the ending of a figure out. */
function readFigure(source: string, folders: readonly string[]): Buffer | undefined {
  if (/^[a-z]+:\/\//i.test(source)) return undefined;
  const places = isAbsolute(source) ? [source] : folders.map((folder) => join(folder, decodeURIComponent(source)));
  for (const path of places.flatMap((place) =>
    ['', '.svg', '.png', '.jpg', '.jpeg', '.pdf'].map((end) => place + end),
  )) {
    try {
      return readFileSync(path);
    } catch (error) {
      const isElsewhere =
        error instanceof Error && 'code' in error && /^(?:ENOENT|EISDIR|ENOTDIR)$/.test(String(error.code));
      if (!isElsewhere) throw error;
    }
  }
  return undefined;
}

function translateLink(node: TreeNode, { anchors, labels, baggage, where }: Translating): TreeNode[] {
  const [, inlines, [target]] = LinkParts.parse(node.c);
  if (/^(?:https?:|mailto:)/.test(target)) return [{ t: 'Link', c: [noAttributes, inlines, [target, '']] }];
  const name = target.startsWith('#') ? target.slice(1) : '';
  const label = labels.get(name);
  if (label) return [raw(`@${label}`)];
  const anchor = anchors.get(name)?.anchor;
  if (anchor) return [{ t: 'Link', c: [noAttributes, inlines, [`#${anchor}`, '']] }];
  baggage.leave(`The link to ${target}${where(name)}`);
  return inlines;
}

function translateCitation(node: TreeNode, translating: Translating): TreeNode[] {
  const { hasBibliography, baggage, cited } = translating;
  const [all] = CiteParts.parse(node.c);
  const references = all.flatMap(({ citationId }) => translateReference(citationId, translating) ?? []);
  const citations = all.filter(({ citationId }) => !crossReference.test(citationId));
  if (citations.length === 0) return references.flatMap((part, at) => (at === 0 ? [part] : [{ t: 'Space' }, part]));
  if (!hasBibliography) {
    const keys = citations.map(({ citationId }) => citationId).join(', ');
    baggage.leave(`The citation of ${keys}: there is no bibliography`);
    return [{ t: 'Str', c: `(${keys})` }];
  }
  const items = citations.map(({ citationId, citationSuffix }) => {
    cited.add(citationId);
    const locator = plainText(citationSuffix)
      .replaceAll(/\s+/g, ' ')
      .replace(/^[\s,]+/, '')
      .trim();
    return `@${citationId}${locator === '' ? '' : `, ${locator}`}`;
  });
  const named = citations.filter(({ citationMode }) => citationMode.t === 'AuthorInText');
  for (const { citationId } of named) baggage.leave(`The author's name in the sentence that cites ${citationId}`);
  const before = citations.flatMap(({ citationPrefix }) => citationPrefix);
  return [...before, ...(before.length > 0 ? [{ t: 'Space' }] : []), raw(`[${items.join('; ')}]`)];
}

/** Quarto writes references to parts of the text as it writes citations. */
const crossReference = /^(?:fig|tbl|eq|sec|lst|thm|lem|cor|prp|def|exm)-/;

function translateReference(name: string, { labels, anchors, baggage, where }: Translating): TreeNode | undefined {
  if (!crossReference.test(name)) return undefined;
  const label = labels.get(name);
  if (label) return raw(`@${label}`);
  const heading = anchors.get(name);
  if (heading) return { t: 'Link', c: [noAttributes, [{ t: 'Str', c: heading.words }], [`#${heading.anchor}`, '']] };
  baggage.leave(`The reference to ${name}${where(name)}`);
  return { t: 'Str', c: name };
}

const callout = /^callout-(note|tip|important|warning|caution)$/;

/** A callout of Quarto is an alert; every other division is what is in it. */
function translateDiv(node: TreeNode, { labels }: Translating): TreeNode[] {
  const [[id, classes], blocks] = SpanParts.parse(node.c);
  const [caption, table, ...others] = blocks;
  const label = labels.get(id);
  if (label && caption?.t === 'Para' && table?.t === 'Table' && others.length === 0)
    return [{ ...caption, c: [...Inlines.parse(caption.c), { t: 'Space' }, raw(`{#${label}}`)] }, table];
  const kind = classes.map((name) => callout.exec(name)?.[1]).find((name) => name !== undefined);
  if (!kind) return blocks;
  return [{ t: 'BlockQuote', c: [{ t: 'Para', c: [raw(`[!${kind.toUpperCase()}]`)] }, ...blocks.filter(isTreeNode)] }];
}
