import { basename } from 'node:path';
import { slugify } from '../content/markdown/headings.ts';
import type { ImportAssets } from './import-assets.ts';
import { takeLabels } from './imported-labels.ts';
import { openSourceFolder } from './source-folder.ts';

const fenced = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$/gm;

/**
 * Rewrites Markdown of notebooks that ours does not allow, outside code: headings of level 1, inline formulas, picture
 * tags.
 */
export function tidyNotebookText(markdown: string, folder: string, assets: ImportAssets): string {
  const codes: string[] = [];
  const text = markdown.replaceAll(fenced, (code) => `\uE000${codes.push(code) - 1}\uE000`);
  const depths = [...text.matchAll(/^(#{1,6}) /gm)].map(([, signs = '']) => signs.length);
  const shift = 2 - Math.min(2, ...depths);
  return text
    .replaceAll(/^(#{1,6})(?= )/gm, (signs) => '#'.repeat(Math.min(signs.length + shift, 6)))
    .replaceAll(
      /^(?<!\$\$\s*)\\begin\{(align|equation|gather)\*?\}([\s\S]*?)\\end\{\1\*?\}/gm,
      (_, kind: string, tex: string) =>
        kind === 'equation' ? `$$${tex}$$` : `$$\\begin{${kind}ed}${tex}\\end{${kind}ed}$$`,
    )
    .replaceAll(/\s*\$\$([\s\S]+?)\$\$\s*/g, (_, tex: string) => `\n\n$$\n${tidyTex(tex, assets)}\n$$\n\n`)
    .replaceAll(/<img\b[^>]*?\bsrc=["']([^"']+)["'][^>]*>/gi, (tag, source: string) => {
      const alt = /\balt=["']([^"']*)["']/i.exec(tag)?.[1] ?? '';
      return `![${alt}](${source})`;
    })
    .replaceAll(/(!\[[^\]]*\]\()([^)\s]+)/g, (whole, start: string, source: string) => {
      const path = findPicture(source, folder, assets);
      return path ? start + path : whole;
    })
    .replaceAll(/\]\(#([^)\s]+)\)/g, (_, name: string) => `](#${slugify(name.replaceAll('-', ' '))})`)
    .replaceAll(/\uE000(\d+)\uE000/g, (_, number: string) => codes[Number(number)] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function tidyTex(tex: string, assets: ImportAssets): string {
  const { plain, names } = takeLabels(tex);
  if (names.length > 0) assets.warn(`The labels of formulas: ${names.join(', ')}`);
  return plain;
}

/** @returns the path of a picture beside the notebook; undefined for one that is embedded or elsewhere. */
function findPicture(source: string, folder: string, assets: ImportAssets): string | undefined {
  if (source.startsWith(`${assets.slug}/`)) return undefined;
  const bytes = openSourceFolder([folder], assets).read(source, { kind: 'figure' });
  return bytes && assets.addFigure(basename(source), bytes);
}
