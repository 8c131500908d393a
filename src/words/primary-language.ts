/** The language of a BCP 47 tag without script and territory, in lower case (RFC 5646 section 2.1.1); Bokmål is Norwegian. */
export function primaryLanguage(tag: string): string {
  const language = tag.split('-', 1)[0]?.toLowerCase() ?? '';
  return language === 'nb' ? 'no' : language;
}
