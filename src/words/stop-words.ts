/**
 * Words that carry no topic, folded, by language: its function words, and those that only phrase a question
 * ("which articles describe ..."), which would otherwise match every text that says "article".
 */
export const stopWords = {
  en: listWords(`a about after all also am an and any are as at be because been before being between both but by can cannot could
  did do does doing done down during each either else etc ever few for from had has have having he her here hers him his
  how however i if in into is it its itself just let may me might more most much must my neither no nor not of off on
  once only onto or other our ours out over own per same shall she should since so some such than that the their theirs
  them then there thereby therefore these they this those though through thus to too under until up upon us very was we
  were what whatever when where whereas whether which while who whom whose why will with within without would you your
  article articles concerning describe described describes describing discuss discussed discusses discussing document
  documents explain explains find give given gives information interested know known list looking paper papers please
  regarding related tell want
  dont doesnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt didnt hasnt havent im ive s t`),
  de: listWords(`aber alle allem allen aller alles als also am an andere anderen anderer auch auf aus bei beim bin bis da dabei dafur
  daher damit dann daran darauf daraus darf das dass davon dazu dem den denn der deren des dessen die dies diese diesem diesen
  dieser dieses doch dort du durch durfen ein eine einem einen einer eines er es etwa etwas fur gegen gibt habe haben hat hatte
  hier ich ihm ihn ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes jedoch kann kein keine keinem
  keinen keiner konnen konnte man mehr mich mir mit muss mussen nach nicht nichts noch nun nur ob oder ohne sehr sein seine
  seinem seinen seiner sich sie sind so solche soll sollen sollte sondern sonst sowie uber um und uns unser unter viel viele vom
  von vor wann war waren warum was weil welche welchem welchen welcher welches wenn wer werden wie wieder wir wird wo wobei
  wodurch woher wohin womit worden wurde wurden zu zum zur zwischen artikel beschreibt dokument erklare erklart finde frage`),
};

export function listWords(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
