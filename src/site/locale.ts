/**
 * Returns `og:locale` of a language (ogp.me): language and territory, `de_CH` of `de-CH`. A language without a
 * territory gets the likeliest one of CLDR, `en_US` of `en`.
 * @param language BCP 47
 * @returns undefined when no territory is known
 */
export function findLocale(language: string): string | undefined {
  const { language: name, region } = new Intl.Locale(language).maximize();
  return region && `${name}_${region}`;
}

/** Direction of the script of a language (BCP 47), by CLDR's likely script. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const rightToLeft = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];
  return rightToLeft.includes(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
