import type { APIRoute } from 'astro';
import { publication } from '../library/current-publication.ts';
import { writeLooks } from '../library/looks.ts';
import { textResponse } from '../site/text-response.ts';
import css from '../styles/consent.css?raw';
import inter from '../styles/fonts/inter.woff2?url';
import display from '../styles/fonts/newsreader-display.woff2?url';

export const prerender = true;

const faces = [
  { family: 'Newsreader Display', file: display },
  { family: 'Inter', file: inter },
].map(
  ({ family, file }) =>
    `@font-face{font-family:"${family}";font-weight:100 900;font-display:fallback;src:url("${file}") format("woff2")}`,
);

/** The page where a person allows a program to read stands alone, in the colours and faces of the publication. */
export const GET: APIRoute = () =>
  textResponse([css, ...faces, writeLooks({ ...publication.looks, plates: false }), ''].join('\n'), 'text/css');
