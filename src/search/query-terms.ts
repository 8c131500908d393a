import { detectLanguage, primaryLanguage } from '../words/detect-language.ts';
import { foldWords } from '../words/fold.ts';
import { findGrammar, type Grammar } from '../words/grammars.ts';
import { extractWords, toTerms } from './analyse.ts';
import { settings } from './ranking-weights.ts';
import { findForms, findNeighbours, type Neighbour, type Spelling } from './spelling.ts';

const unknownWordsTried = 4;
/** An unknown word counts for this share if it was guessed, or if all of its parts are known (`rfc9110`). */
const guessShare = 0.15;
/** A word of one piece, short enough to be a real word. */
const isPlain = /^[a-z]{1,40}$/;
/** A number that a part of it does not stand for: 62 does not mean 62.4. */
const isDecimal = /\d\.\d/;

/** A text in quotation marks; its limit bounds the cost of a question of opening marks alone. */
const quotations = /"([^"]{1,300})"|[“„]([^“”]{1,300})[“”]|«([^«»]{1,300})»|»([^«»]{1,300})«/g;
const phrasesRead = 3;

/** The facts that an index provides about its words. */
interface Vocabulary {
  /** BCP 47 tags of the index's language and of its articles in others. */
  languages: readonly string[];
  /** Does any visible article contain this term? */
  isKnown(term: string): boolean;
  /** Number of sections that contain a term. */
  countMatches(term: string): number;
  /** The words listed under a key of `spellingKeys`, possibly with others; without it no word is corrected. */
  findSpellings?(key: number): Iterable<Spelling>;
}

/** A question as an index understands it. */
export interface QueryTerms {
  /** Its known terms, guesses included, and how often each occurs. */
  known: ReadonlyMap<string, number>;
  /** How much of a word each of them is: a third for each of `il`, `10` and `il10`. */
  wordShares: ReadonlyMap<string, number>;
  /** Number of its unknown words; a guess, or a word whose parts are known, counts as a share of one. */
  unknown: number;
  /** Number of its different words, of which a term is known; a word of several terms (`rfc9110`) is one. */
  words: number;
}

/** The folded words of each phrase that a question has in quotation marks; one word alone is none. */
export function readPhrases(text: string): string[] {
  return Array.from(text.slice(0, settings.queryCharacters).matchAll(quotations), (match) =>
    foldWords(match.slice(1).join('')),
  )
    .filter((words) => words.length > 1)
    .slice(0, phrasesRead)
    .map((words) => words.join(' '));
}

/**
 * Parses a question; an unknown word is replaced by its most common neighbour, if it has one. A question in a language
 * that the index does not have matches by names, numbers and words that both share: its function words say nothing, and
 * its other words are not corrected.
 */
export function readQuestion(text: string, vocabulary: Vocabulary): QueryTerms {
  const { isKnown } = vocabulary;
  const languages = vocabulary.languages.map(primaryLanguage);
  const words = extractWords(text.slice(0, settings.queryCharacters));
  const detected = detectLanguage(words, languages);
  const isForeign = detected !== undefined && !languages.includes(detected);
  const [grammar, ...others] = [...new Set([detected ?? languages[0] ?? '', ...languages])].map(findGrammar);
  const counts = new Map<string, number>();
  /** The word as typed: typos happen in it, not in its stem. */
  const typed = new Map<string, string>();
  const shares = new Map<string, number>();
  /** Terms that join all parts of a word. */
  const joined = new Set<string>();
  const distinct = new Set<string>();
  for (const word of words) {
    const terms = readWord(word);
    if (terms.length > 0) distinct.add(word);
    for (const term of terms) {
      if (counts.size < settings.queryTerms || counts.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
      typed.set(term, isPlain.test(word) ? word : term);
      shares.set(term, Math.max(shares.get(term) ?? 0, 1 / terms.length));
    }
    const whole = terms.length > 1 ? terms.at(-1) : undefined;
    if (whole !== undefined && !isDecimal.test(whole) && terms.slice(0, -1).every(isKnown)) joined.add(whole);
  }
  const known = new Map<string, number>();
  const missing: [term: string, count: number][] = [];
  for (const [term, count] of counts) {
    if (isKnown(term)) known.set(term, count);
    else missing.push([term, count]);
  }
  let unknown = 0;
  let tried = 0;
  for (const [term, count] of missing) {
    const isTried = !isForeign && !joined.has(term) && tried++ < unknownWordsTried;
    const guess = isTried ? correct({ word: typed.get(term) ?? term, term }, vocabulary, grammar) : undefined;
    if (guess !== undefined) {
      known.set(guess, (known.get(guess) ?? 0) + count);
      shares.set(guess, Math.max(shares.get(guess) ?? 0, shares.get(term) ?? 0));
    }
    unknown += count * (guess !== undefined || joined.has(term) ? guessShare : 1);
  }
  return { known, wordShares: shares, unknown, words: Math.min(distinct.size, known.size) };

  /** The terms of a word in the question's language, and those that it has in another one where articles have them. */
  function readWord(word: string): readonly string[] {
    const own = grammar ? toTerms(word, grammar) : [];
    if (own.length === 0 || others.length === 0) return own;
    const shared = others
      .map((other) => toTerms(word, other))
      .filter((terms) => terms.length > 0 && terms.every(isKnown));
    return [...new Set([...(shared.length > 0 && !own.every(isKnown) ? [] : own), ...shared.flat()])];
  }
}

/** The term of the most likely of the closest known words, or else of the forms of known stems, or of these. */
function correct({ word, term }: Spelling, { isKnown, countMatches, findSpellings }: Vocabulary, grammar?: Grammar) {
  if (!findSpellings) return undefined;
  const choose = (words: readonly Neighbour[]) =>
    words
      .filter(({ term }) => isKnown(term))
      .sort((a, b) => a.slips - b.slips || countMatches(b.term) * b.chance - countMatches(a.term) * a.chance)[0]?.term;
  const forms = () => (grammar?.endings.length ? findForms(word, findSpellings, grammar) : []);
  const stems = () => (term === word ? [] : findNeighbours(term, findSpellings));
  return choose(findNeighbours(word, findSpellings)) ?? choose(forms()) ?? choose(stems());
}
