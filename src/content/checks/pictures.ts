import { posix } from 'node:path';
import { didYouMean } from '../load/closest-match.ts';
import type { FigureFile, FigureFinder, FigureOwner } from '../load/figures.ts';
import type { Report } from '../load/rules.ts';
import { decodePart } from '../markdown/destinations.ts';
import type { TokenPosition } from '../markdown/markdown-tokens.ts';
import { isDecorative } from '../markdown/plain-text.ts';

const heavyBytes = 1_000_000;

/** @returns the pictures that were found and may be served, by the URL the author wrote. */
export async function checkPictures(
  placed: readonly TokenPosition[],
  options: { finder: FigureFinder; owner: FigureOwner; report: Report; isUsed: ReadonlySet<string> },
): Promise<Map<string, FigureFile>> {
  const { finder, owner, report } = options;
  const found = new Map<string, FigureFile>();
  const used = new Set<string>(options.isUsed);
  for (const { node, at } of placed) {
    if (node.type !== 'image') continue;
    if (node.text.trim() === '' && !isDecorative(node.title)) {
      report('alt-text', at, 'Say what the picture shows, or give it the title "decorative"');
    }
    const figure = found.get(node.href) ?? (await finder.find(decodePart(node.href), owner));
    if (!figure) {
      const href = decodePart(node.href);
      report('image-exists', at, explainMissing(href, { finder, owner }));
      // It may be there and not be readable: one report is enough.
      used.add(posix.join(owner.folder, owner.name, href)).add(posix.join(owner.folder, href));
      continue;
    }
    let isSafe = true;
    for (const { path, danger, bytes } of figure.dark ? [figure, figure.dark] : [figure]) {
      const name = path === figure.path ? node.href : path;
      used.add(path);
      if (danger) report('svg-safe', at, `${name} holds ${danger}; take it out of the file`);
      if (danger) isSafe = false;
      if (bytes > heavyBytes) report('image-size', at, `${name} is ${(bytes / 1e6).toFixed(1)} MB`);
    }
    if (isSafe) found.set(node.href, figure);
  }
  for (const path of finder.listOwn(owner)) {
    if (!used.has(path)) report('image-unused', 0, `Nothing shows ${path}`);
  }
  return found;
}

function explainMissing(href: string, { finder, owner }: { finder: FigureFinder; owner: FigureOwner }): string {
  const own = `${owner.folder}/${owner.name}/`;
  if (/^(?:[a-z]:[\\/]|file:|\/|~)/i.test(href)) {
    const name = href.split(/[\\/]/).at(-1);
    return `${href} is a place on one machine; copy the picture into ${own} and write ${owner.name}/${name}`;
  }
  if (/^[a-z]+:/i.test(href)) return `${href} is on another site; save the picture in ${own} and name it here`;
  const places = finder.listFor(owner);
  const isThere = places.includes(posix.join(owner.name, href)) || places.includes(href);
  if (isThere) return `${href} cannot be read as a complete PNG, JPEG, WebP, GIF, AVIF or SVG; save it again as one`;
  const file = posix.basename(href);
  const meant = places.find((place) => posix.basename(place) === file);
  const advice = meant ? `; did you mean ${meant}?` : didYouMean(href, places, { otherwise: 'put it there' });
  return `There is no picture ${href} in ${own} or figures/${advice}`;
}
