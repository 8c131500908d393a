import type { APIRoute, GetStaticPaths } from 'astro';
import { publication } from '../../library/current-publication.ts';
import { readAccent } from '../../library/looks.ts';
import { withoutMemo } from '../../library/part-cache.ts';
import { readCatalogue } from '../../site/library-access.ts';
import { formatDate, nameFirstAuthors, words } from '../../site/page-context.ts';
import { drawColoured } from '../../site/plate/plate.ts';
import { type Card, drawSocialImage } from '../../site/social-images/card-image.ts';
import { listSocialImages } from '../../site/social-images/cards.ts';

export const prerender = true;

const looks = {
  accent: readAccent(publication.looks)?.dark,
  hasLogo: publication.looks.logo !== undefined,
};

export const getStaticPaths = (() => [
  {
    params: { slug: 'default' },
    props: { card: { title: publication.tagline, kicker: publication.name, foot: publication.publisher.name } },
  },
  ...listSocialImages().map((article) => {
    const { slug, title, tier, date, authors } = article;
    const kicker = `${publication.name}, ${words.cardKinds[tier]}`;
    const foot = `${nameFirstAuthors({ authors })}, ${formatDate(date)}`;
    const plate = publication.looks.plates ? drawColoured(article, readCatalogue().list()) : undefined;
    return { params: { slug }, props: { card: { title, kicker, foot, plate } } };
  }),
]) satisfies GetStaticPaths;

export const GET: APIRoute<{ card: Card }> = async ({ props, locals: { memo = withoutMemo } }) => {
  const card = { ...looks, ...props.card };
  const image = await memo.bytes(['social image', card], () => drawSocialImage(card));
  return new Response(Uint8Array.from(image), { headers: { 'content-type': 'image/png' } });
};
