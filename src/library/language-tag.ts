/** Is this a BCP 47 tag that `Intl` can read, without extensions? `zh-CN-Hans` looks like one and is none. */
export function isLanguageTag(text: string): boolean {
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(text)) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
