import type { APIRoute } from 'astro';
import { publication } from '../library/current-publication.ts';
import { writeLooks } from '../library/looks.ts';
import { textResponse } from '../site/text-response.ts';
import css from '../styles/consent.css?raw';

export const prerender = true;

/** The page where a person allows a program to read stands alone, in the colours of the publication. */
export const GET: APIRoute = () => textResponse(`${css}${writeLooks(publication.looks)}\n`, 'text/css');
