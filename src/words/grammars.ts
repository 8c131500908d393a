import { stemmer as german } from '@orama/stemmers/german';
import porter from 'wink-porter2-stemmer';
import { functionWords, primaryLanguage } from './detect-language.ts';
import { fold, toAmerican } from './fold.ts';
import { stopWords } from './stop-words.ts';

/** The analyser's knowledge of a language. */
export interface Grammar {
  /** The common part of a folded word's forms. */
  stem(word: string): string;
  stopWords: ReadonlySet<string>;
  /** Endings of common forms, which a stem lacks; none where they are unknown. */
  endings: readonly string[];
  /** The terms of words met so far. */
  memo: Map<string, readonly string[]>;
}

/** Stemmers recognise some endings by an accent, which folding has removed. */
const accents: Readonly<Record<string, readonly (readonly [folded: RegExp, written: string])[]>> = {
  es: [[/([cgsx])ion$/, '$1ión']],
  fr: [
    [/ee(s?)$/, 'ée$1'],
    [/ite(s?)$/, 'ité$1'],
  ],
  pt: [
    [/([cs])ao$/, '$1ão'],
    [/([cs])oes$/, '$1ões'],
    [/c(?=ão$|ões$)/, 'ç'],
  ],
};

const grammars = new Map<string, Grammar>([
  ['en', createGrammar((word) => porter(toAmerican(word)), stopWords.en, ['s', 'd', 'es', 'ed', 'ing'])],
  ['de', createGrammar(german, stopWords.de, ['e', 'n', 's', 't', 'en', 'er', 'es', 'em', 'te'])],
]);
const unknown = createGrammar((word) => word);

/** Further languages of the Latin script: a browser fetches only the stemmer of its page's language. */
const further: Readonly<Record<string, () => Promise<{ stemmer: Grammar['stem'] }>>> = {
  da: () => import('@orama/stemmers/danish'),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  ga: () => import('@orama/stemmers/irish'),
  hu: () => import('@orama/stemmers/hungarian'),
  id: () => import('@orama/stemmers/indonesian'),
  it: () => import('@orama/stemmers/italian'),
  lt: () => import('@orama/stemmers/lithuanian'),
  nl: () => import('@orama/stemmers/dutch'),
  no: () => import('@orama/stemmers/norwegian'),
  pt: () => import('@orama/stemmers/portuguese'),
  ro: () => import('@orama/stemmers/romanian'),
  sv: () => import('@orama/stemmers/swedish'),
  tr: () => import('@orama/stemmers/turkish'),
};

/** Makes the grammar of a language ready for `findGrammar`; English and German always are. @param tag BCP 47 */
export async function loadGrammar(tag: string): Promise<void> {
  const language = primaryLanguage(tag);
  const load = grammars.has(language) ? undefined : further[language];
  if (load === undefined) return;
  const { stemmer } = await load();
  grammars.set(language, createGrammar(withAccents(stemmer, accents[language]), functionWords[language]));
}

/** A server's indexes may be in any language. */
export async function loadAllGrammars(): Promise<void> {
  await Promise.all(Object.keys(further).map(loadGrammar));
}

/** @param language BCP 47: `de-CH` has the grammar of `de`; one without a stemmer keeps every word as it is */
export function findGrammar(language: string): Grammar {
  return grammars.get(primaryLanguage(language)) ?? unknown;
}

/** @param language BCP 47 */
export function hasStemmer(language: string): boolean {
  return findGrammar(language) !== unknown || primaryLanguage(language) in further;
}

function createGrammar(
  stem: Grammar['stem'],
  stopWords: ReadonlySet<string> = new Set(),
  endings: readonly string[] = [],
): Grammar {
  return { stem, stopWords, endings, memo: new Map() };
}

function withAccents(stem: Grammar['stem'], endings: (typeof accents)[string] = []): Grammar['stem'] {
  return (word) => fold(stem(endings.reduce((text, [folded, written]) => text.replace(folded, written), word)));
}
