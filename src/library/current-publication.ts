import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfigError } from './config-error.ts';
import type { Publication } from './publication-settings.ts';
import { publicationFolder, readSettings } from './read-publication.ts';

const file = publicationFolder(process.env).config;
const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href).catch((cause: unknown) => {
  const remedy = existsSync(file)
    ? `${cause instanceof Error ? cause.message : cause}.`
    : 'run "npm run init" to make one.';
  throw new ConfigError(`${file} cannot be read: ${remedy}`, { cause });
});

/** The publication that this process serves, builds or checks: site.config.ts, checked. */
export const publication: Publication = readSettings(
  typeof module === 'object' && module !== null && 'publication' in module ? module.publication : undefined,
);
