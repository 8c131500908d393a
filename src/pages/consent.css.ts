import type { APIRoute } from 'astro';
import { writeLooks } from '../publication/looks.ts';
import { publication } from '../publication/publication.ts';
import css from '../styles/consent.css?raw';

export const prerender = true;

/** The page where a person allows a program to read stands alone, in the colours of the publication. */
export const GET: APIRoute = () =>
  new Response(`${css}${writeLooks(publication.looks)}\n`, { headers: { 'content-type': 'text/css; charset=utf-8' } });
