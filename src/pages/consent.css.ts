import type { APIRoute } from 'astro';
import { writeLooks } from '../publication/looks.ts';
import { publication } from '../publication/publication.ts';
import css from '../styles/consent.css?raw';
import { textResponse } from './_data/text-response.ts';

export const prerender = true;

/** The page where a person allows a program to read stands alone, in the colours of the publication. */
export const GET: APIRoute = () => textResponse(`${css}${writeLooks(publication.looks)}\n`, 'text/css');
