/** Carries the last character from one piece of a sentence to the next: emphasis and links cut sentences into pieces. */
export interface Typesetter {
  /** Typographic quotes, apostrophes, dashes and ellipses for the straight ones that are typed. */
  set(text: string): string;
  /** A formula, code or a picture has passed: what follows does not begin a sentence. */
  skip(): void;
  /** A new paragraph, heading or cell. */
  restart(): void;
}

const opens = /[\s\p{Ps}\p{Pi}—–/]$/u;

const english = /^en\b/i;

/** English habits; text in any other language stays as it was typed. */
export function createTypesetter(language: string): Typesetter {
  const isEnglish = english.test(language);
  let before = ' ';
  return {
    set(text) {
      if (!isEnglish || text === '') return text;
      const set = /['"\-.]/.test(text) ? setEnglish(before, text) : text;
      before = set.at(-1) ?? before;
      return set;
    },
    skip() {
      before = 'x';
    },
    restart() {
      before = ' ';
    },
  };
}

/** One piece by itself, such as a title. In it a hyphen between spaces is no minus. */
export function setTitle(text: string, language: string): string {
  return createTypesetter(language).set(english.test(language) ? text.replaceAll(' - ', ' – ') : text);
}

function setEnglish(before: string, text: string): string {
  let set = before;
  for (const [index, character] of [...dashes(text)].entries()) set += setQuote(character, { set, text, index });
  return set.slice(before.length);
}

/** Two hyphens only between numbers or words with spaces around them: elsewhere they may be an option of a command. */
function dashes(text: string): string {
  return text
    .replaceAll(/(?<=\S)---(?=\S)|(?<=\s)---(?=\s)/g, '—')
    .replaceAll(/(?<=\d)--(?=\d)|(?<=\s)--(?=\s)/g, '–')
    .replaceAll(/(?<!\.)\.\.\.(?!\.)/g, '…');
}

function setQuote(character: string, place: { set: string; text: string; index: number }): string {
  if (character !== '"' && character !== "'") return character;
  const isOpening = opens.test(place.set);
  if (character === '"') return isOpening ? '“' : '”';
  // '90s: what is left out stands before.
  const isLeftOut = /^'\d0s\b/.test(place.text.slice(place.index));
  return isOpening && !isLeftOut ? '‘' : '’';
}
