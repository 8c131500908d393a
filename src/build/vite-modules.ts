import { writeLooks } from '../library/looks.ts';
import type { Publication } from '../library/publication-settings.ts';
import { chooseWords } from '../words/words.ts';

/**
 * The parts of the publication that pages and their script import as modules: its style rules, so that they are in the
 * one style sheet of the site, and the script's words in its language only.
 */
export function publicationModules({ looks, language }: Publication) {
  const modules: Readonly<Record<string, () => string>> = {
    'virtual:looks.css': () => writeLooks(looks),
    'virtual:words': () => `export default ${JSON.stringify(chooseWords(language).script)};`,
    'virtual:part-words': () => `export default ${JSON.stringify(chooseWords(language).scriptParts)};`,
    'virtual:example-words': () => `export default ${JSON.stringify(chooseWords(language).examples)};`,
  };
  return {
    name: 'modules-of-the-publication',
    resolveId: (id: string) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: (id: string) => modules[id.slice(1)]?.(),
  };
}
