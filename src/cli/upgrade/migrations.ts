/** One change of what a publication writes down, made by a release. */
export interface Migration {
  /** The release that made it. */
  since: string;
  /** One sentence for the owner. */
  says: string;
  /** A file of the publication as the release wants it; undefined when the file does not need it. */
  migrate(file: { path: string; text: string }): string | undefined;
  /** The sentence that says what a person must do, where `migrate` cannot; undefined when nothing is left to do. */
  refuse?(file: { path: string; text: string }): string | undefined;
}

const oldImport =
  /import type \{ Publication(?:Settings)? \} from '\.\/src\/(?:core\/publication|publication\/settings)\.ts';/;
const oldFile = /src\/(?:core\/publication|publication\/settings)\.ts/;

/** Oldest first. Each must leave a file alone that has it already. */
export const migrations: readonly Migration[] = [
  {
    since: '0.2.0',
    says: 'site.config.ts has the type PublicationSettings, in which nearly everything has a default.',
    migrate({ path, text }) {
      if (path !== 'site.config.ts' || !oldImport.test(text)) return undefined;
      return text
        .replace(oldImport, "import type { PublicationSettings } from './src/library/publication-settings.ts';")
        .replace(/\bpublication: Publication\b/, 'publication: PublicationSettings');
    },
    refuse({ path, text }) {
      const imported = path === 'site.config.ts' ? oldFile.exec(text)?.[0] : undefined;
      if (imported === undefined) return undefined;
      return `site.config.ts imports ${imported}: import the type PublicationSettings from src/library/publication-settings.ts instead.`;
    },
  },
];

/** A migration that renames a key of the front matter of articles and pages; what is below the front matter stays. */
export function renameFrontMatterKey(about: { since: string; from: string; to: string }): Migration {
  const { since, from, to } = about;
  const key = new RegExp(`^${from}:`, 'm');
  const split = (text: string) => /^---\n([\s\S]*?\n)---\n/.exec(text)?.[1];
  return {
    since,
    says: `The front-matter key ${from} is called ${to}.`,
    migrate({ path, text }) {
      const front = path.startsWith('content/') && path.endsWith('.md') ? split(text) : undefined;
      if (front === undefined || !key.test(front) || new RegExp(`^${to}:`, 'm').test(front)) return undefined;
      return text.replace(front, front.replace(key, `${to}:`));
    },
    refuse({ path, text }) {
      const front = path.startsWith('content/') && path.endsWith('.md') ? split(text) : undefined;
      if (front === undefined || !key.test(front)) return undefined;
      return `${path} has both ${from} and ${to}: keep ${to}.`;
    },
  };
}
