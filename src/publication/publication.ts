import { pathToFileURL } from 'node:url';
import type { Publication } from '../core/publication.ts';
import { publicationFolder, readSettings } from './read.ts';

const file = publicationFolder(process.env).config;
const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href).catch((cause: unknown) => {
  throw new Error(`${file} cannot be read: run "npm run init" to make one.`, { cause });
});

/** The publication that this process serves, builds or checks: site.config.ts, checked. */
export const publication: Publication = readSettings(
  typeof module === 'object' && module !== null && 'publication' in module ? module.publication : undefined,
);
