/**
 * Words that carry no topic: the function words of English, and those that only phrase a question
 * ("which articles describe ..."), which would otherwise match every text that says "article".
 */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being between both but by can cannot could
  did do does doing done down during each either else etc ever few for from had has have having he her here hers him his
  how however i if in into is it its itself just let may me might more most much must my neither no nor not of off on
  once only onto or other our ours out over own per same shall she should since so some such than that the their theirs
  them then there thereby therefore these they this those though through thus to too under until up upon us very was we
  were what whatever when where whereas whether which while who whom whose why will with within without would you your
  article articles concerning describe described describes describing discuss discussed discusses discussing document
  documents explain explains find give given gives information interested know known list looking paper papers please
  regarding related tell want
  dont doesnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt didnt hasnt havent im ive s t`.split(/\s+/),
);
