import { functionWords } from './function-words.ts';

/** Letters of a script, and the tag of the language that is written in it; of a script of many languages, `und` and the script (BCP 47). */
interface Script {
  tag: string;
  letters: RegExp;
  /** Scripts of a locale that include it. */
  partOf: readonly string[];
  /** How many of its letters make a question: a formula has one or two. */
  minLetters: number;
}

const scripts: readonly Script[] = [
  alphabet('und-Cyrl', /\p{sc=Cyrl}/gu),
  alphabet('und-Arab', /\p{sc=Arab}/gu),
  alphabet('und-Deva', /\p{sc=Deva}/gu),
  alphabet('el', /\p{sc=Grek}/gu, 'Grek'),
  alphabet('he', /\p{sc=Hebr}/gu, 'Hebr'),
  alphabet('hy', /\p{sc=Armn}/gu, 'Armn'),
  alphabet('ka', /\p{sc=Geor}/gu, 'Geor'),
  alphabet('th', /\p{sc=Thai}/gu, 'Thai'),
  { tag: 'ko', letters: /\p{sc=Hang}/gu, partOf: ['Kore', 'Hang'], minLetters: 2 },
  // Japanese has both of the next, so the one that only it has comes first.
  { tag: 'ja', letters: /[\p{sc=Hira}\p{sc=Kana}]/gu, partOf: ['Jpan', 'Hira', 'Kana'], minLetters: 2 },
  { tag: 'und-Hani', letters: /\p{sc=Hani}/gu, partOf: ['Jpan', 'Kore', 'Hans', 'Hant', 'Hani'], minLetters: 2 },
];

function alphabet(tag: string, letters: RegExp, script = tag.slice(-4)): Script {
  return { tag, letters, partOf: [script], minLetters: 3 };
}

/**
 * Finds the script of a question that is in another one than the texts. Names and terms are in the Latin script in any language,
 * so few letters of another one decide, unless the question has function words of the texts' language ("what does привет mean").
 * @param about.words those of the question, folded
 * @param about.language BCP 47 tag of the texts
 * @returns a BCP 47 tag; undefined for the script of the texts and for the Latin one
 */
export function detectScript(
  text: string,
  { words, language }: { words: readonly string[]; language: string },
): string | undefined {
  const own = new Intl.Locale(language).maximize();
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const known = functionWords[own.language];
  const isOwn = words.some((word) => word.length > 1 && known?.has(word));
  const found = scripts.find(({ letters, partOf, minLetters }) => {
    const count = text.match(letters)?.length ?? 0;
    return !partOf.includes(own.script ?? '') && count >= minLetters && (!isOwn || count > all / 2);
  });
  return found?.tag;
}
