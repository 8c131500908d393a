/** Letters of Cyrillic and Greek, and signs, that readers take for those of ASCII. */
const asciiLetters = new Map(
  Object.entries({
    a: 'аα',
    b: 'Ьв',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еє',
    h: 'һ',
    i: 'іιı',
    j: 'јϳ',
    k: 'κк',
    l: 'ӏ',
    m: 'м',
    n: 'ո',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    s: 'ѕ',
    t: 'тτ',
    u: 'υ',
    v: 'ѵν',
    w: 'ԝω',
    x: 'хχ',
    y: 'уγ',
    '-': '‐‑‒–—−',
    "'": '’‘',
    '"': '“”',
  }).flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
);

/** Spells a text as it looks: one form of accents, letters of one alphabet, no characters without width. */
export function spellAsSeen(text: string): string {
  const letters = [...text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')];
  return letters
    .map((letter) => asciiLetters.get(letter) ?? asciiLetters.get(letter.toLowerCase())?.toUpperCase() ?? letter)
    .join('');
}

/**
 * ` Its character 2 is U+043E, which looks like o`, of the first character that is not what it seems; empty if none is.
 */
export function explainLookAlike(text: string): string {
  for (const [index, letter] of [...text].entries()) {
    const seen = spellAsSeen(letter);
    if (/\p{M}/u.test(letter))
      return `. Its character ${index + 1} is ${codePoint(letter)}, an accent apart from its letter`;
    if (seen === letter) continue;
    const look = seen.trim() === '' ? 'cannot be seen' : `looks like ${seen}`;
    return `. Its character ${index + 1} is ${codePoint(letter)}, which ${look}`;
  }
  return '';
}

export function codePoint(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
