import { listWords, stopWords } from './stop-words.ts';

/** Words that carry no topic, folded, by language: the most common ones tell in which language a question is. */
export const functionWords: Readonly<Record<string, ReadonlySet<string>>> = {
  ...stopWords,
  da: listWords(`af alle at blev blive da de dem den denne der deres det dette dig din du efter eller en end er et for fra ham han
  har havde hende hvad hvem hvilken hvis hvor hvordan hvorfor i ikke ind jeg kan man med meget mellem min mod nar og ogsa om op os pa sa
  sig sin skal som til ud under var ved vi vil vores`),
  es: listWords(`a al algo ante antes aunque como con contra cual cuales cuando cuanta cuantas cuanto cuantos de del desde donde dos el ella ellos en
  entre era es esa ese eso esta este esto estos fue ha hacer hasta hay la las le les lo los mas me mi muy nada ni no nos o para pero
  por porque puede pueden que quien se ser si sin sobre son su sus tambien tiene tienen un una uno unos y ya`),
  fi: listWords(`ei eli en ennen etta han hanen he hyvin ilman itse ja jo joka jos jotka kanssa kuin kuinka kuka kun me mika mikali
  miksi milloin millainen missa miten mutta myos ne niin nama olla oli olivat on ovat se sen sita tai tama tasta vain vaan voi`),
  fr: listWords(`a afin ai ainsi alors au aucun aussi autre aux avant avec avoir ce cela celle celui ces cet cette ceux chez ci comme
  comment d dans de depuis des donc dont du elle elles en encore entre est et etait ete etre eux fait faire faut ici il ils j je jusque l la
  laquelle le lequel les leur leurs lors lui m mais me meme mes moins mon n ne ni nos notre nous on ont ou par parce pas pendant peut peuvent
  plus pour pourquoi puis qu quand que quel quelle quelles quels qui quoi s sa sans se selon ses si soit son sont sous sur t ta tout toute tous
  tres tu un une vers vous y`),
  it: listWords(`a abbia ai al alla alle anche c che chi ci come con cosa cui da dal dalla dei del dell della delle di dove e essere
  fa ha hanno i il in io l la le lei li lo loro lui ma mi molto nei nel nella no noi non o ogni per perche piu puo quale quali quando quanto
  quella questo questa questi se senza si sia sono sta su sul sulla suo tra tutti un una uno`),
  nl: listWords(`aan al alle als bij dan dat de deze die dit doen dus een en er geen had heb heeft het hier hij hoe hoeveel hun
  ik in is ja je kan kunnen maar meer met mijn moet moeten na naar niet nog nu of om onder ons ook op over te tegen toch toen tot uit van
  veel voor waar waarom wanneer wat we welk welke werd wie wij wil worden wordt zal ze zich zij zijn zo zonder zou`),
  no: listWords(`alle at av bare ble bli da de deg dem den denne der deres det dette din du eller en enn er et etter for fra ha han
  har hun hva hvem hvilken hvis hvor hvordan hvorfor i ikke jeg kan man med mellom men meg min mot nar nei og ogsa om opp oss over pa sa seg
  selv sin skal som til ut var ved vi vil`),
  pt: listWords(`a ao aos as ate com como contra da das de dela dele depois do dos e ela ele eles em entre era essa esse esta este eu
  foi ha isso isto ja lhe mais mas me mesmo muito na nao nas nem no nos num numa o onde os ou para pela pelo pode podem por porque qual quais
  quando quanto que quem se sem ser seu seus sobre sua sao tambem tem ter um uma`),
  sv: listWords(`alla att av blev bli da de dem den denna deras dess det detta dig din du efter eller en er ett for fran ha han har
  hennes hon hur i in inte jag kan man med mellan men mig min mot mycket nar ni nu och ocksa om oss pa sa sig sin ska skall som till under upp ut
  vad var varfor vem vi vid vilka vilken`),
};

/** Words that open or phrase a question in one language alone: each tells as much as two others. */
const openings: Readonly<Record<string, ReadonlySet<string>>> = {
  de: listWords('bedeutet funktioniert funktionieren heisst steht warum welche welchen welcher welches'),
  es: listWords('cuales cuando cuanta cuantas cuanto cuantos'),
  fr: listWords("combien fonctionne fonctionnent pourquoi qu'est qu'est-ce signifie"),
  it: listWords("com'e cos'e dov'e funzionano perche qual'e"),
  nl: listWords('betekent werkt'),
  sv: listWords('fungerar'),
};

const languageCodes = Object.keys(functionWords);
/**
 * The places in `languageCodes` of the languages that have each word, twice for an opening: a question is looked up
 * word by word, not language by language.
 */
const languagesOfWord = new Map<string, number[]>();
for (const [place, code] of languageCodes.entries()) {
  const opening = openings[code] ?? [];
  for (const word of [...(functionWords[code] ?? []), ...opening, ...opening]) {
    const places = languagesOfWord.get(word);
    if (places) places.push(place);
    else languagesOfWord.set(word, [place]);
  }
}

/** A language is only recognised by so many of its function words. */
const minFunctionWords = 2;

/**
 * Finds the language of a question, by its function words. A single letter counts half, and only beside words: it is
 * mostly that of an abbreviation ("S.E.L.").
 * @param words folded
 * @param own its likely languages, which win when they have as many
 * @returns a two-letter code; undefined when it may well be one of its likely languages
 */
export function detectLanguage(words: readonly string[], own: readonly string[]): string | undefined {
  const counts = languageCodes.map(() => 0);
  for (const word of words.toSorted((one, other) => other.length - one.length))
    for (const place of languagesOfWord.get(word) ?? []) {
      const counted = counts[place] ?? 0;
      if (word.length > 1) counts[place] = counted + 1;
      else if (counted > 0) counts[place] = counted + 0.5;
    }
  const most = Math.max(...counts);
  const ownMost = Math.max(0, ...own.map((language) => counts[languageCodes.indexOf(language)] ?? 0));
  return most < minFunctionWords || most <= ownMost ? undefined : languageCodes[counts.indexOf(most)];
}

/**
 * Letters of a script, and the tag of the language that is written in it; of a script of many languages, `und` and the
 * script (BCP 47).
 */
interface Script {
  tag: string;
  letters: RegExp;
  /** Scripts of a locale that include it. */
  partOf: readonly string[];
  /** How many of its letters make a question: a formula has one or two. */
  minLetters: number;
}

const scripts: readonly Script[] = [
  alphabet('und-Cyrl', /\p{sc=Cyrl}/gu),
  alphabet('und-Arab', /\p{sc=Arab}/gu),
  alphabet('und-Deva', /\p{sc=Deva}/gu),
  alphabet('el', /\p{sc=Grek}/gu, 'Grek'),
  alphabet('he', /\p{sc=Hebr}/gu, 'Hebr'),
  alphabet('hy', /\p{sc=Armn}/gu, 'Armn'),
  alphabet('ka', /\p{sc=Geor}/gu, 'Geor'),
  alphabet('th', /\p{sc=Thai}/gu, 'Thai'),
  { tag: 'ko', letters: /\p{sc=Hang}/gu, partOf: ['Kore', 'Hang'], minLetters: 2 },
  // Japanese has both of the next, so the one that only it has comes first.
  { tag: 'ja', letters: /[\p{sc=Hira}\p{sc=Kana}]/gu, partOf: ['Jpan', 'Hira', 'Kana'], minLetters: 2 },
  { tag: 'und-Hani', letters: /\p{sc=Hani}/gu, partOf: ['Jpan', 'Kore', 'Hans', 'Hant', 'Hani'], minLetters: 2 },
];

/** Text without such a character, beyond the block Latin Extended-B, has no letter of these scripts. */
const beyondLatin = /[^\p{ASCII}\u0080-\u024f]/u;

function alphabet(tag: string, letters: RegExp, script = tag.slice(-4)): Script {
  return { tag, letters, partOf: [script], minLetters: 3 };
}

/**
 * Finds the script of a question that is in another one than the texts. Names and terms are in the Latin script in any
 * language, so few letters of another one decide, unless the question has function words of the texts' language ("what
 * does привет mean").
 * @param about.words those of the question, folded
 * @param about.language BCP 47 tag of the texts
 * @returns a BCP 47 tag; undefined for the script of the texts and for the Latin one
 */
export function detectScript(
  text: string,
  { words, language }: { words: readonly string[]; language: string },
): string | undefined {
  if (!beyondLatin.test(text)) return undefined;
  const own = new Intl.Locale(language).maximize();
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const known = functionWords[own.language];
  const isOwn = words.some((word) => word.length > 1 && known?.has(word));
  const found = scripts.find(({ letters, partOf, minLetters }) => {
    const count = text.match(letters)?.length ?? 0;
    return !partOf.includes(own.script ?? '') && count >= minLetters && (!isOwn || count > all / 2);
  });
  return found?.tag;
}

/**
 * The language of a BCP 47 tag without script and territory, in lower case (RFC 5646 section 2.1.1); Bokmål is
 * Norwegian.
 */
export function primaryLanguage(tag: string): string {
  const language = tag.split('-', 1)[0]?.toLowerCase() ?? '';
  return language === 'nb' ? 'no' : language;
}
