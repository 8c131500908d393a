/** Folded words of a request for a list of articles ("list all free articles by Ada Lovelace"), by their meaning. */
export interface ListWords {
  /** Words that only phrase it. */
  phrasing: ReadonlySet<string>;
  articles: ReadonlySet<string>;
  newest: ReadonlySet<string>;
  free: ReadonlySet<string>;
  paid: ReadonlySet<string>;
  /** The name of an author follows. */
  by: ReadonlySet<string>;
  /** A tag follows. */
  tagged: ReadonlySet<string>;
}

const en: ListWords = {
  phrasing: setOf(
    'a all and any are available browse can do every everything find first get give have here i in is latest list me most my of on or order our please published read recently s see show sorted that the there to us view was what which with written you your',
  ),
  articles: setOf('article articles paper papers post posts publication publications text texts'),
  newest: setOf('latest new newest recent recently'),
  free: setOf('free'),
  paid: setOf('paid premium'),
  by: setOf('by from'),
  tagged: setOf('tag tagged tags topic'),
};

const de: ListWords = {
  phrasing: setOf(
    'alle allen aller an auf bitte das dem den der des die diese du es gibt hier ich ihr im in ist kann lesen liste mir nach oder sind sortiert und uns was welche zeig zeige zu zum zuerst',
  ),
  articles: setOf('artikel artikeln beitrag beitrage beitragen text texte texten veroffentlichung veroffentlichungen'),
  newest: setOf('neu neue neueste neuesten neuester neues'),
  free: setOf('frei freie freien gratis kostenlos kostenlose kostenlosen'),
  paid: setOf('bezahlt bezahlte bezahlten kostenpflichtig kostenpflichtige kostenpflichtigen'),
  by: setOf('von'),
  tagged: setOf('schlagwort schlagworte tag tags thema'),
};

/** The words by language; English ones are read in every publication. */
export const listWords: Readonly<Record<string, ListWords>> & { readonly en: ListWords } = { en, de };

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
