import { listWords } from './stop-words.ts';

/** Folded words of questions about a term or a price, by their meaning. */
export interface PageWords {
  /** Words around a term whose meaning is wanted: "what is a TERM", "define TERM". */
  meaning: ReadonlySet<string>;
  /** Words of which a question about a price has one. */
  price: ReadonlySet<string>;
  /** The other words of such a question: what has a price here, and words that only phrase it. */
  priced: ReadonlySet<string>;
}

const en: PageWords = {
  meaning: listWords(
    'a about an and are by can concept define defined definition describe do does exactly explain explanation for give in is it mean meaning means meant me of please s say stand stands tell term terms the this to understand what whats word you',
  ),
  price: listWords('charge charges cost costs expensive fee fees much price priced prices pricing'),
  priced: listWords(
    'a access all an and api annual annually any are article articles at be by can do does each every everything find for free get have here how i in information is it key list me membership month monthly my of on one open or our paid paper papers pay per plan plans please premium publication read reading s see should show single site subscribe subscriber subscription subscriptions tell texts the there this tier tiers to us want we website what whats which will would year yearly you your',
  ),
};

const de: PageWords = {
  meaning: listWords(
    'bedeutet bedeutung begriff bitte das definiere definition der des die ein eine einem einen einer eines erklare erklarung genau heisst im ist man meint mir sind steht unter versteht von was wofur wort',
  ),
  price: listWords('gebuhr gebuhren kosten kostet preis preise preisen preises preisliste teuer'),
  priced: listWords(
    'abo abonnement abonnements abonnieren abos alle alles api artikel artikeln artikels beitrag beitrage bezahlt bezahlte bezahlten bezahlter bezahltes bitte das dem den der des die diese dieser ein eine einem einen einer eines einzelne einzelnen einzelner es fur gibt hier hoch ich ihr im in ist jahr jahrlich jede jeden jeder jedes kostenpflichtige kostenpflichtigen kostenpflichtiger lesen man mich mir mitgliedschaft monat monatlich monats offnen pro schlussel seite sind text texte und viel vom von was website wie zu zugang zum zur',
  ),
};

/** The words of each language. All are read in every publication, because a term is the same in many languages. */
export const pageWords: readonly PageWords[] = [en, de];
