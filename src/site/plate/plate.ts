import { clothCount, listCloths } from '../../library/cloths.ts';
import { publication } from '../../library/current-publication.ts';
import type { PublicArticle } from '../../library/library.ts';
import { compareText } from '../../library/list-files.ts';
import { readAccent } from '../../library/looks.ts';
import { ofList } from '../../library/of-list.ts';
import rules from '../../styles/plates.css?raw';
import { drawPlate, type PlateFormat } from './plate-drawing.ts';
import { readStructure } from './structure.ts';

/** The place of each article in the order of publication, by slug. */
const findPlaces = ofList(
  (released) => new Map(released.toSorted(compareDates).map(({ slug }, number) => [slug, number])),
);

/**
 * The number of an article's cloth. Cloths go round in the order of publication, so that neighbours differ. An article that is not
 * released yet gets that of the next one.
 */
export function findCloth(article: PublicArticle, released: readonly PublicArticle[]): number {
  const place = findPlaces(released).get(article.slug);
  return (place ?? released.filter((other) => compareDates(other, article) < 0).length) % clothCount;
}

function compareDates(one: PublicArticle, other: PublicArticle): number {
  return compareText(one.date, other.date) || other.slug.localeCompare(one.slug);
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
