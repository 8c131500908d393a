import { listWords } from './stop-words.ts';

/** Folded words of a request for a list of articles ("list all free articles by Ada Lovelace"), by their meaning. */
export interface ListWords {
  /** Words that only phrase it. */
  phrasing: ReadonlySet<string>;
  /** Words before `articles` that ask for their number. */
  counting: readonly string[];
  articles: ReadonlySet<string>;
  newest: ReadonlySet<string>;
  free: ReadonlySet<string>;
  paid: ReadonlySet<string>;
  /** The name of an author follows. */
  by: ReadonlySet<string>;
  /** A tag follows. */
  tagged: ReadonlySet<string>;
  /** The topic of the articles follows. */
  about: ReadonlySet<string>;
}

const en: ListWords = {
  phrasing: listWords(
    'a all and any are available browse can do every find first for get give has have here i in index is latest list me most my of on or order our overview please published read recently s see show sorted that the there to us view was what whats which with written you your',
  ),
  counting: ['how', 'many'],
  articles: listWords('article articles everything paper papers post posts publication publications text texts'),
  newest: listWords('latest new newest recent recently'),
  free: listWords('free'),
  paid: listWords('paid premium'),
  by: listWords('author authors by from'),
  tagged: listWords('tag tagged tags topic'),
  about: listWords('about concerning on regarding'),
};

const de: ListWords = {
  phrasing: listWords(
    'alle allen aller an auf bitte das dem den der des die diese du es fur geschrieben gibt hat hier ich ihr im in ist kann lesen liste mir nach oder sind sortiert und uns was welche zeig zeige zu zum zuerst',
  ),
  counting: ['wie', 'viele'],
  articles: listWords(
    'artikel artikeln beitrag beitrage beitragen text texte texten veroffentlichung veroffentlichungen',
  ),
  newest: listWords('neu neue neueste neuesten neuester neues'),
  free: listWords('frei freie freien gratis kostenlos kostenlose kostenlosen'),
  paid: listWords('bezahlt bezahlte bezahlten kostenpflichtig kostenpflichtige kostenpflichtigen'),
  by: listWords('autor autorin von'),
  tagged: listWords('schlagwort schlagworte tag tags thema'),
  about: listWords('betreffend thema uber zu zum zur'),
};

/** The words of each language. All are read in every publication. */
export const listRequestWords: readonly ListWords[] = [en, de];
