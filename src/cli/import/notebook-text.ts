import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { slugify } from '../../content/markdown/headings.ts';
import type { Baggage } from './imported.ts';

const fenced = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\1[`~]*[ \t]*$/gm;

/** What notebooks may write and our Markdown may not, outside of code: headings of level 1, formulas in a line, tags of pictures. */
export function tidyNotebookText(markdown: string, folder: string, baggage: Baggage): string {
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
    .replaceAll(/\s*\$\$([\s\S]+?)\$\$\s*/g, (_, tex: string) => `\n\n$$\n${tidyTex(tex, baggage)}\n$$\n\n`)
    .replaceAll(/<img\b[^>]*?\bsrc=["']([^"']+)["'][^>]*>/gi, (tag, source: string) => {
      const alt = /\balt=["']([^"']*)["']/i.exec(tag)?.[1] ?? '';
      return `![${alt}](${source})`;
    })
    .replaceAll(/(!\[[^\]]*\]\()([^)\s]+)/g, (whole, start: string, source: string) => {
      const address = findPicture(source, folder, baggage);
      return address ? start + address : whole;
    })
    .replaceAll(/\]\(#([^)\s]+)\)/g, (_, name: string) => `](#${slugify(name.replaceAll('-', ' '))})`)
    .replaceAll(/\uE000(\d+)\uE000/g, (_, number: string) => codes[Number(number)] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function tidyTex(tex: string, baggage: Baggage): string {
  const labels = [...tex.matchAll(/\\label\{([^}]*)\}/g)].map(([, name]) => name);
  if (labels.length > 0) baggage.leave(`The labels of formulas: ${labels.join(', ')}`);
  return tex
    .replaceAll(/\\label\{[^}]*\}|\\(?:nonumber|notag)\b/g, '')
    .replaceAll(/\n\s*\n/g, '\n')
    .trim();
}

/** @returns the address of a picture that lies beside the notebook; undefined for one that is carried already or elsewhere. */
function findPicture(source: string, folder: string, baggage: Baggage): string | undefined {
  if (source.startsWith(`${baggage.slug}/`)) return undefined;
  if (/^[a-z]+:/i.test(source)) {
    baggage.leave(`The figure ${source}, which is on another site; save it in articles/${baggage.slug}/`);
    return undefined;
  }
  try {
    return baggage.addFigure(basename(source), readFileSync(join(folder, decodeURIComponent(source))));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    baggage.leave(`The figure ${basename(source)}, which is not there`);
    return undefined;
  }
}
