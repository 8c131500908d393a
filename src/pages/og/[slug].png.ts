import type { APIRoute, GetStaticPaths } from 'astro';
import { publication } from '../../../site.config.ts';
import { formatDate } from '../../layouts/site.ts';
import { type Card, drawCard } from '../_data/card-image.ts';
import { listCarded } from '../_data/cards.ts';

export const prerender = true;

export const getStaticPaths = (() => [
  {
    params: { slug: 'default' },
    props: { card: { title: publication.tagline, kicker: publication.name, foot: publication.publisher.name } },
  },
  ...listCarded().map(({ slug, title, tier, date, authors }) => {
    const kicker = `${publication.name}, ${tier === 'free' ? 'a free article' : 'a paid article'}`;
    const foot = `${authors.map(({ name }) => name).join(', ')}, ${formatDate(date)}`;
    return { params: { slug }, props: { card: { title, kicker, foot } } };
  }),
]) satisfies GetStaticPaths;

export const GET: APIRoute<{ card: Card }> = ({ props }) =>
  new Response(drawCard(props.card), { headers: { 'content-type': 'image/png' } });
