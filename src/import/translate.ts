import { z } from 'zod';
import { slugify } from '../content/markdown/headings.ts';
import { mergeCaptions } from './captions.ts';
import { findImportedLabels } from './imported-labels.ts';
import {
  Attributes,
  CaptionParts,
  Inlines,
  isTreeNode,
  noAttributes,
  nodesOf,
  own,
  plainText,
  RawParts,
  raw,
  rewrite,
  SpanParts,
  type Tree,
  TreeNode,
} from './pandoc-tree.ts';
import { translateImage } from './translate-image.ts';
import { splitDisplays, translateMath } from './translate-math.ts';
import { dropFallback, translateCitation, translateLink } from './translate-references.ts';
import { findStatement, writeStatement } from './translate-statement.ts';
import { flattenTable } from './translate-table.ts';
import type { TranslationContext } from './translation-context.ts';

export interface Translation {
  blocks: TreeNode[];
  /** Keys of what is cited. */
  cited: ReadonlySet<string>;
}

const HeaderParts = z.tuple([z.int(), Attributes, Inlines]);
const CodeParts = z.tuple([Attributes, z.string()]);
const Definitions = z.array(z.tuple([Inlines, z.array(z.array(TreeNode))]));
const Lines = z.array(Inlines);
const FigureParts = z.tuple([Attributes, CaptionParts, z.array(TreeNode)]);

/** Turns pandoc's tree into one that has only what our Markdown has; what had to go is remembered. */
export function translate(
  tree: Tree,
  about: Pick<TranslationContext, 'files' | 'hasBibliography' | 'assets' | 'where'>,
): Translation {
  const headings = [...nodesOf(tree.blocks)].flatMap(({ t, c }) => {
    const parts = t === 'Header' ? HeaderParts.safeParse(c).data : undefined;
    return parts ? [parts] : [];
  });
  const content = mergeCaptions(tree.blocks);
  const translating: TranslationContext = {
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
  const blocks = rewrite(rewrite(content, dropFallback), (node) => translateNode(node, translating));
  return { blocks: z.array(TreeNode).parse(blocks), cited: translating.cited };
}

function translateNode(node: TreeNode, translating: TranslationContext): TreeNode[] {
  const { assets } = translating;
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
      assets.warn(`Raw ${format}: ${text.trim().slice(0, 60)}`);
      return [];
    }
    case 'Div':
      return translateDiv(node, translating);
    case 'Span':
      return translateSpan(node, translating);
    case 'HorizontalRule':
      return [{ t: 'Para', c: [raw('---')] }];
    case 'CodeBlock':
      return translateCode(node, translating);
    case 'Code':
      return [{ t: 'Code', c: [noAttributes, CodeParts.parse(node.c)[1]] }];
    case 'Underline':
    case 'SmallCaps':
      assets.warn(
        node.t === 'Underline' ? 'Underlining, which became emphasis' : 'Small capitals, which became emphasis',
      );
      return [{ t: 'Emph', c: node.c }];
    case 'DefinitionList':
      return translateDefinitions(node);
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

function translateCode(node: TreeNode, { assets }: TranslationContext): TreeNode[] {
  const [[, classes, settings], text] = CodeParts.parse(node.c);
  const caption = settings.find(([name]) => name === 'caption')?.[1];
  if (caption) assets.warn(`The caption of a listing: ${caption}`);
  return [{ t: 'CodeBlock', c: [['', [classes[0] ?? 'text'], []], text] }];
}

function translateDefinitions(node: TreeNode): TreeNode[] {
  return Definitions.parse(node.c).flatMap(([term, meanings]) => [
    { t: 'Para', c: [{ t: 'Strong', c: [...term, { t: 'Str', c: '.' }] }] },
    ...meanings.flat(),
  ]);
}

/** Accepts the changes of reviewers in a Word file, and reports their notes. */
function translateSpan(node: TreeNode, { assets }: TranslationContext): TreeNode[] {
  const [[, [kind], settings], inlines] = SpanParts.parse(node.c);
  const author = settings.find(([name]) => name === 'author')?.[1] ?? 'somebody';
  const words = plainText(inlines).trim();
  if (kind === 'deletion') assets.warn(`What ${author} deleted: ${words}`);
  if (kind === 'comment-start') assets.warn(`A comment of ${author}: ${words}`);
  return kind === 'deletion' || kind === 'comment-start' ? [] : inlines;
}

/** Pictures under one caption, as Quarto groups them. */
function translateFigureGroup(label: string | undefined, blocks: readonly TreeNode[]): TreeNode[] | undefined {
  const isPicture = ({ t, c }: TreeNode) =>
    (t === 'Para' || t === 'Plain') &&
    Inlines.parse(c).some((inline) => RawParts.safeParse(inline.c).data?.[1].startsWith('!['));
  const pictures = blocks.filter(isPicture);
  const [caption, ...others] = blocks.filter((block) => !isPicture(block));
  if (pictures.length < 2 || others.length > 0 || (caption && caption.t !== 'Para')) return undefined;
  const words = caption ? [{ t: 'Space' }, ...Inlines.parse(caption.c)] : [];
  const named = label ? [{ t: 'Space' }, raw(`{#${label}}`)] : [];
  return [{ t: 'Para', c: [raw('::: figure'), ...words, ...named] }, ...pictures, { t: 'Para', c: [raw(':::')] }];
}

const callout = /^callout-(note|tip|important|warning|caution)$/;

/** A callout of Quarto is an alert; every other division is what is in it. */
function translateDiv(node: TreeNode, { labels }: TranslationContext): TreeNode[] {
  const [[id, classes], blocks] = SpanParts.parse(node.c);
  const [caption, table, ...others] = blocks;
  const label = labels.get(id);
  if (label && caption?.t === 'Para' && table?.t === 'Table' && others.length === 0)
    return [{ ...caption, c: [...Inlines.parse(caption.c), { t: 'Space' }, raw(`{#${label}}`)] }, table];
  const statement = findStatement(id, classes);
  if (statement) return writeStatement(statement, label, blocks.filter(isTreeNode));
  const group = id.startsWith('fig-') ? translateFigureGroup(label, blocks.filter(isTreeNode)) : undefined;
  if (group) return group;
  const kind = classes.map((name) => callout.exec(name)?.[1]).find((name) => name !== undefined);
  if (!kind) return blocks;
  return [{ t: 'BlockQuote', c: [{ t: 'Para', c: [raw(`[!${kind.toUpperCase()}]`)] }, ...blocks.filter(isTreeNode)] }];
}
