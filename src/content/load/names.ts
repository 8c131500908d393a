import type { Author } from '../../library/library.ts';
import type { AuthorEntry } from './schema.ts';

export interface AuthorRecord {
  author: Author;
  isOrganization: boolean;
  name: Name;
}

/** A name in the parts that citations are made of. */
export interface Name {
  family: string;
  /** Empty for an organisation or a name that is not split. */
  given: string;
  /** `Jr.` or `III`; empty for most. */
  suffix: string;
}

/** The name in the order in which it is spoken, when only its parts are given. */
export function joinName({ name, given, family, suffix }: AuthorEntry): string {
  return name ?? [given, family, suffix].filter(Boolean).join(' ');
}

/** The parts that an entry gives or, without them, those that its name suggests. */
export function readName(entry: AuthorEntry): Name {
  const { family, given = '', suffix = '', literal, organization } = entry;
  if (family !== undefined) return { family, given, suffix };
  const name = joinName(entry);
  return literal || organization ? { family: name, given: '', suffix: '' } : splitName(name);
}

const suffixed = /^(.+?)(?:,? +(Jr\.?|Sr\.?|II|III|IV))?$/u;
const eastAsian = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s]+$/u;
/** Nine in ten people in Vietnam have one of these family names. */
const vietnamese = /^(?:Nguyễn|Nguyen|Trần|Lê|Phạm|Hoàng|Huỳnh|Phan|Vũ|Võ|Đặng|Bùi|Đỗ|Hồ|Ngô|Dương|Lý)$/u;

/**
 * Splits a name. A comma follows the family name. In Chinese, Japanese, Korean and Vietnamese the first word is the
 * family name; elsewhere it begins at the first lower-case particle (van, de la) or is the last word before a suffix.
 */
export function splitName(name: string): Name {
  const [, main = name, suffix = ''] = suffixed.exec(name.normalize('NFC')) ?? [];
  const [beforeComma = '', ...afterComma] = main.split(/,\s*/);
  if (afterComma.length > 0) return { family: beforeComma, given: afterComma.join(', '), suffix };
  const words = main.split(/\s+/);
  const [first = '', ...others] = words;
  if (others.length === 0) return { family: name, given: '', suffix: '' };
  if (eastAsian.test(name) || vietnamese.test(first)) return { family: first, given: others.join(' '), suffix };
  const particle = words.findIndex((word, index) => index > 0 && /^\p{Ll}/u.test(word));
  const start = particle > 0 && particle < words.length - 1 ? particle : words.length - 1;
  return { family: words.slice(start).join(' '), given: words.slice(0, start).join(' '), suffix };
}

/** Could an entry's family name be longer or elsewhere? Only Gabriel García Márquez can tell his. */
export function isGuess(entry: AuthorEntry): boolean {
  if (entry.family !== undefined || entry.literal || entry.organization) return false;
  const name = joinName(entry);
  if (name.includes(',') && !suffixed.exec(name)?.[2]) return true;
  const { family, given } = splitName(name);
  const isFamilyFirst = given !== '' && name.normalize('NFC').startsWith(`${family} `);
  const middle = given.split(/\s+/).slice(1);
  return !isFamilyFirst && !family.includes(' ') && middle.some((word) => /^\p{L}{2,}/u.test(word));
}
