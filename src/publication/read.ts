import { resolve } from 'node:path';
import type { Publication } from '../core/publication.ts';
import { Settings } from './settings.ts';

/**
 * Settings of a publication with every default filled in.
 * @throws Error with one sentence for each mistake, each with the key it is about
 */
export function readSettings(settings: unknown): Publication {
  const parsed = Settings.safeParse(settings);
  if (parsed.success) return { ...parsed.data, description: parsed.data.description ?? parsed.data.tagline };
  const complaints = parsed.error.issues.flatMap((issue) => {
    const inner = issue.code === 'invalid_union' ? issue.errors.flat() : [];
    const told = inner.filter(({ code }) => code === 'custom');
    return (told.length > 0 ? told : [issue]).map(
      ({ path, message }) =>
        `site.config.ts: ${[...issue.path, ...(told.length > 0 ? path : [])].join('.') || 'publication'}: ${message}.`,
    );
  });
  throw new Error(complaints.join('\n'));
}

/** What one publication owns. */
export interface PublicationFolder {
  content: string;
  config: string;
  public: string;
}

/** This repository, unless PUBLICATION_DIR names another folder: tests read a publication of their own. */
export function publicationFolder(env: NodeJS.ProcessEnv): PublicationFolder {
  const root = resolve(env.PUBLICATION_DIR ?? '.');
  return {
    content: env.CONTENT_DIR ?? resolve(root, 'content'),
    config: resolve(root, 'site.config.ts'),
    public: resolve(root, 'public'),
  };
}
