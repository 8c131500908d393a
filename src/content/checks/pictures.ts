import { isDecorative } from '../markdown/plain-text.ts';
import type { Placed } from '../markdown/tokens.ts';
import type { FigureFile, FigureOwner, FigureShelf } from '../render/figures.ts';
import type { Report } from './rules.ts';

const heavyBytes = 1_000_000;

/** @returns the pictures that were found, by the address the author wrote. */
export async function checkPictures(
  placed: readonly Placed[],
  options: { shelf: FigureShelf; owner: FigureOwner; report: Report },
): Promise<Map<string, FigureFile>> {
  const { shelf, owner, report } = options;
  const found = new Map<string, FigureFile>();
  for (const { node, at } of placed) {
    if (node.type !== 'image') continue;
    if (node.text.trim() === '' && !isDecorative(node.title)) {
      report('alt-text', at, 'Say what the picture shows, or give it the title "decorative"');
    }
    const figure = found.get(node.href) ?? (await shelf.find(decodePath(node.href), owner));
    if (!figure) {
      report('image-exists', at, `${node.href} is not a picture in ${owner.folder}/${owner.name}/ or figures/`);
      continue;
    }
    found.set(node.href, figure);
    for (const { path, danger, bytes } of figure.dark ? [figure, figure.dark] : [figure]) {
      const name = path === figure.path ? node.href : path;
      if (danger) report('svg-safe', at, `${name} holds ${danger}`);
      if (bytes > heavyBytes) report('image-size', at, `${name} is ${(bytes / 1e6).toFixed(1)} MB`);
    }
  }
  const used = new Set([...found.values()].flatMap(({ path, dark }) => (dark ? [path, dark.path] : [path])));
  for (const path of shelf.listOwn(owner)) {
    if (!used.has(path)) report('image-unused', 0, `Nothing shows ${path}`);
  }
  return found;
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    // A stray % is part of the name.
    return href;
  }
}
