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
