import { relative, resolve } from 'node:path';
import { ConfigError } from './config-error.ts';
import { describeIssue } from './mistake.ts';
import type { Publication } from './publication-settings.ts';
import { Settings } from './publication-settings.ts';

/**
 * Settings of a publication with every default filled in.
 * @throws ConfigError with one sentence for each mistake, each with the key it is about
 */
export function readSettings(settings: unknown): Publication {
  const parsed = Settings.safeParse(settings);
  if (parsed.success) return { ...parsed.data, description: parsed.data.description ?? parsed.data.tagline };
  const complaints = parsed.error.issues.map(
    (issue) => `site.config.ts: ${issue.path.join('.') || 'publication'}: ${describeIssue(issue)}.`,
  );
  throw new ConfigError(complaints.join('\n'));
}

/** The files that one publication owns. */
export interface PublicationFolder {
  root: string;
  content: string;
  config: string;
  public: string;
}

/**
 * The publication that a command is about, of whatever command: the folder it runs in, unless PUBLICATION_DIR names
 * another.
 */
export function publicationFolder(env: NodeJS.ProcessEnv): PublicationFolder {
  const root = resolve(env.PUBLICATION_DIR || '.');
  return {
    root,
    content: env.CONTENT_DIR || resolve(root, 'content'),
    config: resolve(root, 'site.config.ts'),
    public: resolve(root, 'public'),
  };
}

/** The content folder of a person who works in this folder: the default of commands. */
export function contentFolder(env: NodeJS.ProcessEnv): string {
  const { content } = publicationFolder(env);
  const near = relative('.', content);
  return near === '' || near.startsWith('..') ? content : near;
}
