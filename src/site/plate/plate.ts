import { clothCount, listCloths } from '../../library/cloths.ts';
import { publication } from '../../library/current-publication.ts';
import type { PublicArticle } from '../../library/library.ts';
import { readAccent } from '../../library/looks.ts';
import rules from '../../styles/plates.css?raw';
import { drawPlate, type PlateFormat } from './plate-drawing.ts';
import { readStructure } from './structure.ts';

/** Sorted articles, under the list that was sorted: the catalogue makes a new list only when something is released. */
const sorted = new WeakMap<object, readonly PublicArticle[]>();

/** The number of an article's cloth. Cloths go round in the order of publication, so that neighbours differ. */
export function findCloth(article: PublicArticle, released: readonly PublicArticle[]): number {
  const byDate = sorted.get(released) ?? released.toSorted(compareDates);
  sorted.set(released, byDate);
  const number = byDate.findIndex((other) => compareDates(other, article) >= 0);
  return (number === -1 ? byDate.length : number) % clothCount;
}

function compareDates(one: PublicArticle, other: PublicArticle): number {
  return one.date.localeCompare(other.date) || other.slug.localeCompare(one.slug);
}

/** The plate of an article as SVG. */
export function drawArticle(
  article: PublicArticle,
  { format, released }: { format: PlateFormat; released: readonly PublicArticle[] },
): string {
  const { slug, retracted } = article;
  const plate = { sections: readStructure(article), slug, isRetracted: retracted !== null };
  return drawPlate({ ...plate, cloth: findCloth(article, released) }, format);
}

/** The upright plate of an article with its light colours in it, for a picture that has no style sheet. */
export function drawColoured(article: PublicArticle, released: readonly PublicArticle[]): string {
  const cloth = listCloths(readAccent(publication.looks)?.light)[findCloth(article, released)];
  const [ground, wash, thread, knot] = cloth?.light ?? [];
  const colours = { g: ground, w: wash, t: thread, k: article.retracted ? '#ff8f9b' : knot };
  const style = rules.replaceAll(/var\(--([gwtk])\)/g, (_, name: keyof typeof colours) => colours[name] ?? '');
  return `<style>${style}</style>${drawArticle(article, { format: 'card', released })}`;
}
