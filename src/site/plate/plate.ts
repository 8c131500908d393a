import { listCloths } from '../../library/cloths.ts';
import { publication } from '../../library/current-publication.ts';
import type { PublicArticle } from '../../library/library.ts';
import { readAccent } from '../../library/looks.ts';
import rules from '../../styles/plates.css?raw';
import { createRecent } from '../recent.ts';
import { findCloth } from './cloth.ts';
import { drawPlate, type PlateFormat } from './plate-drawing.ts';
import { readStructure } from './structure.ts';

/** The lists that are rendered on demand show the same ones: drawing them was a third of the work for such a page. */
const thumbs = createRecent<PublicArticle, { cloth: number; drawing: string }>(500);

export function drawArticle(
  article: PublicArticle,
  { format, released }: { format: PlateFormat; released: readonly PublicArticle[] },
): string {
  const { slug, retracted } = article;
  const cloth = findCloth(article, released);
  const known = format === 'thumb' ? thumbs.get(article) : undefined;
  if (known?.cloth === cloth) return known.drawing;
  const plate = { sections: readStructure(article), slug, isRetracted: retracted !== null, cloth };
  const drawing = drawPlate(plate, format);
  if (format === 'thumb') thumbs.set(article, { cloth, drawing });
  return drawing;
}

/** The upright plate of an article with its light colours in it, for a picture that has no style sheet. */
export function drawColoured(article: PublicArticle, released: readonly PublicArticle[]): string {
  const cloth = listCloths(readAccent(publication.looks)?.light)[findCloth(article, released)];
  const [ground, wash, thread, knot] = cloth?.light ?? [];
  const colours = { g: ground, w: wash, t: thread, k: article.retracted ? '#ff8f9b' : knot };
  const style = rules.replaceAll(/var\(--([gwtk])\)/g, (_, name: keyof typeof colours) => colours[name] ?? '');
  return `<style>${style}</style>${drawArticle(article, { format: 'card', released })}`;
}
