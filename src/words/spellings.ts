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

/** A folded English word as America spells it, so that both spellings meet; only for matching, since it spells a few others oddly too. */
export function toAmerican(word: string): string {
  return spellings.reduce((spelt, [british, american]) => spelt.replace(british, american), word);
}
