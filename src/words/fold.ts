/** Letters that Unicode does not take apart, and Greek as science writes it out. */
const spelledOut = new Map(
  `ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda
  μ mu π pi ρ rho σ sigma ς sigma τ tau φ phi χ chi ψ psi ω omega`
    .matchAll(/(\S+)\s+(\S+)/g)
    .map(([, letter = '', letters = '']) => [letter, letters]),
);

const plain = /^[\x20-\x7e\n]*$/;

/** Lower case without accents, ligatures and typographic variants, with the letters above spelled out. */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+|\u00ad/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/[ßæœøłđðþıα-ω]/g, (letter) => spelledOut.get(letter) ?? letter);
}

/** The words of a text, folded: runs of letters and digits. */
export function foldWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Ends and stems of British spellings, and what they are in America, in the order they are tried. */
const spellings: readonly (readonly [british: RegExp, american: string])[] = [
  // Not `revise` and `precise`, which belong to `revision` and `precision`.
  [/(?<=[a-z]{3}[^cv])is(e[drs]?|ers|ing|ations?|able)$/, 'iz$1'],
  [/(?<=^[a-z]{2,}[bdgilmnptv])our(?!n)/, 'or'],
  [/(?<=[a-z]{2}[bt])re(s|d)?$/, 'er$1'],
  [/(?<=[a-z]{3})ogue(s?)$/, 'og$1'],
  [/^(misspel|spel|spil|spoil|learn|burn|dream)t$/, '$1ed'],
  [/(?<=lic|def|off)ence/, 'ense'],
  [/(?<=an|is|h|k|y|p|c)ae(?=m|d|c|s)|^oe(?=d|s)|(?<=f|rrh|m)oe(?=t|a|b)/, 'e'],
  [/sulph/, 'sulf'],
  [/(?<=judg|acknowledg)ement/, 'ment'],
  [/^grey/, 'gray'],
  [/^programme(s?)$/, 'program$1'],
  [/^artefact/, 'artifact'],
  [/(?<=alumin)ium/, 'um'],
];

/**
 * A folded English word as America spells it, so that both spellings meet; only for matching, since it spells a few
 * others oddly too.
 */
export function toAmerican(word: string): string {
  return spellings.reduce((spelt, [british, american]) => spelt.replace(british, american), word);
}
