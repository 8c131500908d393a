export interface Migration {
  /** The first release with the new format. */
  since: string;
  /** One sentence for the owner. */
  message: string;
  /** Returns a file in the new format; undefined for a file that has it already. */
  migrate(file: { path: string; text: string }): string | undefined;
  /** Returns what the owner must change where `migrate` cannot; undefined when nothing is left to do. */
  refuse?(file: { path: string; text: string }): string | undefined;
}

const oldImport =
  /import type \{ Publication(?:Settings)? \} from '\.\/src\/(?:core\/publication|publication\/settings)\.ts';/;
const oldFile = /src\/(?:core\/publication|publication\/settings)\.ts/;

/** Oldest first. */
export const migrations: readonly Migration[] = [
  {
    since: '0.2.0',
    message: 'site.config.ts has the type PublicationSettings, in which nearly everything has a default.',
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
