import { writeLooks } from '../library/looks.ts';
import type { Publication } from '../library/publication.ts';
import { chooseWords } from '../words/words.ts';

/**
 * What pages and their script take from the publication as modules: its style rules, so that they travel in the one sheet
 * of the site, and the words of the script in its language alone.
 */
export function publicationModules({ looks, language }: Publication) {
  const modules: Readonly<Record<string, () => string>> = {
    'virtual:looks.css': () => writeLooks(looks),
    'virtual:words': () => `export default ${JSON.stringify(chooseWords(language).script)};`,
  };
  return {
    name: 'modules-of-the-publication',
    resolveId: (id: string) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: (id: string) => modules[id.slice(1)]?.(),
  };
}
