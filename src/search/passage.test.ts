import { describe, expect, it } from 'vitest';
import { choosePassage, layOut, type QuoteLength } from './passage.ts';
import { pictureMark, splitSentences } from './sentences.ts';

const words = ['heat', 'wing'];
const weights = Float32Array.from([2, 1]);

function quote(text: string, length?: QuoteLength): string | undefined {
  const sentences = splitSentences(text).map((sentence) => ({
    ...sentence,
    terms: Uint32Array.from(words.keys().filter((at) => new RegExp(`\\b${words[at]}`, 'i').test(sentence.text))),
  }));
  return choosePassage(layOut(sentences), weights, { length })?.text;
}

describe('a passage', () => {
  it('is the sentence that carries the most of the question', () => {
    expect(quote('The sun shines on the whole of the long coast. Heat moves through the metal of the plane!')).toBe(
      'Heat moves through the metal of the plane!',
    );
  });

  it('takes the next sentence along when that carries more, and one without any only when it is short', () => {
    expect(quote('Heat moves through it for as long as it flies. Wings bend.')).toBe(
      'Heat moves through it for as long as it flies. Wings bend.',
    );
    expect(quote('A long first sentence about something else. Heat. Another one that is not asked for.')).toBe(
      'Heat. Another one that is not asked for.',
    );
    expect(quote('Heat moves through the metal of the plane! Nothing else is asked for.')).toBe(
      'Heat moves through the metal of the plane!',
    );
  });

  it('is a fragment or a row only where no sentence says as much', () => {
    expect(quote('Part | Heat | Wing\nThe wing of a plane bends a little in the wind.')).toBe(
      'The wing of a plane bends a little in the wind.',
    );
    expect(quote('Heat of the outer skin and of the engine\nIt is the heat that makes the metal weak.')).toBe(
      'It is the heat that makes the metal weak.',
    );
  });

  it('names the columns of a row, and begins with the sentence that leads to the table', () => {
    expect(
      quote('These were measured:\nPart | Degrees | \nengine | 900 | hot\nwing | 40 | cold\ntail | 30 | cold\n'),
    ).toBe('These were measured: Part: engine; Degrees: 900; hot. Part: wing; Degrees: 40; cold.');
    expect(quote('Wing | Heat')).toBeUndefined();
    expect(quote('Measured:\n| January | July\nwing | 40 | 60\nheat | 2 | It is more.')).toBe(
      'Measured: wing; January: 40; July: 60. heat; January: 2; July: It is more.',
    );
  });

  it('begins a list item with the sentence that leads to the list', () => {
    expect(quote('It happens after every one of these:\na long climb\nmuch heat\na bird')).toBe(
      'It happens after every one of these: a long climb; much heat',
    );
  });

  it('ends a line that has no full stop before the next one begins', () => {
    expect(quote('How to heat a wing\nGive it time, and then some more time.', 'section')).toBe(
      'How to heat a wing. Give it time, and then some more time.',
    );
    expect(quote('Heat is\nq = m c t\nwhich grows with the mass of a wing.', 'section')).toBe(
      'Heat is q = m c t which grows with the mass of a wing.',
    );
    expect(quote('翼の熱 heat 測\nHeat of it.', 'section')).toBe('翼の熱 heat 測 Heat of it.');
  });

  it('does not announce a picture that is not quoted', () => {
    expect(quote(`Of the heat at the end:\n${pictureMark}A chart of heat.\nIt rises in the wing.`, 'section')).toBe(
      'Of the heat at the end … It rises in the wing.',
    );
  });

  it('does not announce a list that is not quoted', () => {
    const list = `\n${'a long item about another thing '.repeat(20)}`;
    expect(quote(`The heat of a wing has three causes, which follow here one by one:${list}`, 'answer')).toBe(
      'The heat of a wing has three causes, which follow here one by one …',
    );
  });

  it('is never the words of a picture', () => {
    expect(quote('The metal of the plane is new and was tested.\n\uFFFCA drawing of a wing and of its heat.')).toBe(
      'The metal of the plane is new and was tested.',
    );
    const picture = '\uFFFCA drawing of a wing. It shows where the heat of the wing is.\n';
    expect(quote(`${picture}The wing is long.`, 'answer')).toBe('The wing is long.');
  });

  it('is the beginning when no word of the question is in the text, and nothing of nothing', () => {
    expect(quote('Version 2.1 is out since the spring of the year. Then more.')).toBe(
      'Version 2.1 is out since the spring of the year.',
    );
    expect(quote('')).toBeUndefined();
  });

  it('does not take the number of a list item for a sentence', () => {
    expect(quote('5. Say what the heat costs in the end, and to whom. 6. Say when.')).toBe(
      '5. Say what the heat costs in the end, and to whom.',
    );
  });

  it('does not begin after three dots, an abbreviation or a quoted sentence', () => {
    const sentence =
      'Send "What heat?" in a loop: some ... in the first request, e.g. with a wing, cf. the list of Moss et al. in print. ';
    expect(splitSentences(`${sentence}It is short. x402 is long ...\nand so on`).map(({ text }) => text)).toEqual([
      sentence,
      'It is short. ',
      'x402 is long ...\n',
      'and so on',
    ]);
  });

  it('ends sentences in scripts without spaces', () => {
    expect(splitSentences('今日は晴れ。大学に行く。').map(({ text }) => text)).toEqual([
      '今日は晴れ。',
      '大学に行く。',
    ]);
  });

  it('of an answer continues after its sentence and before it in turn, up to 600 characters', () => {
    const other = (number: number) => `This is sentence number ${number} about something else that is long. `;
    const others = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, at) => other(from + at)).join('');
    const passages = [
      `${others(1, 20)}Heat moves. ${others(21, 40)}`,
      `${other(1)}Heat moves.`,
      `Heat moves. ${other(1)}`,
    ].map((text) => quote(text, 'answer'));
    expect(passages).toEqual([
      `${others(17, 20)}Heat moves. ${others(21, 25)}`.trim(),
      `${other(1)}Heat moves.`,
      `Heat moves. ${other(1)}`.trim(),
    ]);
  });

  it('is shortened at a space when it is too long', () => {
    const passage = quote(`heat ${'word '.repeat(200)}.`) ?? '';
    expect(passage.length).toBeLessThanOrEqual(303);
    expect(passage.endsWith('word …')).toBe(true);
  });
});
