import { z } from 'zod';
import { Inlines, LinkParts, noAttributes, plainText, raw, TreeNode } from './pandoc-tree.ts';
import type { TranslationContext } from './translation-context.ts';

const Citation = z.object({
  citationId: z.string(),
  citationPrefix: Inlines,
  citationSuffix: Inlines,
  citationMode: TreeNode,
});
const CiteParts = z.tuple([z.array(Citation)]).rest(z.unknown());

/** The fallback of a citation is raw LaTeX: without it nothing is there that could be lost. */
export function dropFallback(node: TreeNode): [TreeNode] {
  return [node.t === 'Cite' ? { t: 'Cite', c: [CiteParts.parse(node.c)[0]] } : node];
}

/** A link to the web stays, one within the file becomes ours; what leads nowhere keeps its words. */
export function translateLink(node: TreeNode, { anchors, labels, assets, where }: TranslationContext): TreeNode[] {
  const [[, , attributes], inlines, [target]] = LinkParts.parse(node.c);
  if (/^(?:https?:|mailto:)/.test(target)) return [{ t: 'Link', c: [noAttributes, inlines, [target, '']] }];
  const name = target.startsWith('#') ? target.slice(1) : '';
  const label = labels.get(name);
  if (label) return [raw(`@${label}`)];
  const heading = anchors.get(name);
  // Pandoc numbers the section that LaTeX's \ref names; sections here may have no number.
  const isNumber = attributes.some(([key]) => key === 'reference');
  if (heading) return [linkTo(heading, isNumber ? undefined : inlines)];
  assets.warn(`The link to ${target}${where(name)}`);
  return inlines;
}

/** Citations, and what Quarto writes as one: references to parts of the text. */
export function translateCitation(node: TreeNode, translating: TranslationContext): TreeNode[] {
  const { hasBibliography, assets, cited } = translating;
  const [all] = CiteParts.parse(node.c);
  const references = all.flatMap(({ citationId }) => translateReference(citationId, translating) ?? []);
  const citations = all.filter(({ citationId }) => !crossReference.test(citationId));
  if (citations.length === 0) return references.flatMap((part, at) => (at === 0 ? [part] : [{ t: 'Space' }, part]));
  if (!hasBibliography) {
    const keys = citations.map(({ citationId }) => citationId).join(', ');
    assets.warn(`The citation of ${keys}: there is no bibliography`);
    return [{ t: 'Str', c: `(${keys})` }];
  }
  const items = citations.map(({ citationId, citationPrefix, citationSuffix, citationMode }) => {
    cited.add(citationId);
    const locator = plainText(citationSuffix)
      .replaceAll(/\s+/g, ' ')
      .replace(/^[\s,]+/, '')
      .trim();
    const isInText = citationMode.t === 'AuthorInText';
    const prefix = plainText(citationPrefix).trim();
    if (isInText && citations.length === 1) {
      const inside = [prefix, locator].filter((part) => part !== '').join(' ');
      return `@${citationId}${inside === '' ? '' : ` [${inside}]`}`;
    }
    const minus = citationMode.t === 'SuppressAuthor' ? '-' : '';
    return `${prefix === '' ? '' : `${prefix} `}${minus}@${citationId}${locator === '' ? '' : `, ${locator}`}`;
  });
  const isInText = citations.length === 1 && citations[0]?.citationMode.t === 'AuthorInText';
  return [raw(isInText ? items.join('') : `[${items.join('; ')}]`)];
}

/** Quarto writes references to parts of the text as it writes citations. */
const crossReference = /^(?:fig|tbl|eq|sec|lst|thm|lem|cor|prp|def|exm|cnj|rem)-/;

function translateReference(
  name: string,
  { labels, anchors, assets, where }: TranslationContext,
): TreeNode | undefined {
  if (!crossReference.test(name)) return undefined;
  const label = labels.get(name);
  if (label) return raw(`@${label}`);
  const heading = anchors.get(name);
  if (heading) return linkTo(heading);
  assets.warn(`The reference to ${name}${where(name)}`);
  return { t: 'Str', c: name };
}

function linkTo(
  { words, anchor }: { words: string; anchor: string },
  text: TreeNode[] = [{ t: 'Str', c: words }],
): TreeNode {
  return { t: 'Link', c: [noAttributes, text, [`#${anchor}`, '']] };
}
