import type { Looks } from '../core/publication.ts';
import { writeLooks } from './looks.ts';

const name = 'virtual:looks.css';

/** The publication's own style rules as a stylesheet that a layout imports, so that they travel in the one sheet of the site. */
export function looksStylesheet(looks: Looks) {
  return {
    name: 'looks-of-the-publication',
    resolveId: (id: string) => (id === name ? `\0${name}` : undefined),
    load: (id: string) => (id === `\0${name}` ? writeLooks(looks) : undefined),
  };
}
