import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ConfigError } from './config-error.ts';
import type { Publication } from './publication-settings.ts';
import { publicationFolder, readSettings } from './read-publication.ts';
import { findSourcePosition } from './source-position.ts';

const file = publicationFolder(process.env).config;
const module: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href).catch((cause: unknown) => {
  if (!existsSync(file)) throw new ConfigError(`${file} cannot be read: run "npm run init" to make one.`, { cause });
  const message = String(cause instanceof Error ? cause.message : cause).replace(/\.+$/, '');
  throw new ConfigError(`${findSourcePosition(cause) ?? file} cannot be read: ${message}.`, { cause });
});

/** The publication that this process serves, builds or checks: site.config.ts, checked. */
export const publication: Publication = readSettings(
  typeof module === 'object' && module !== null && 'publication' in module ? module.publication : undefined,
);
