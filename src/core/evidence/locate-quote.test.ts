import { describe, expect, it } from 'vitest';
import { locateQuote, prepareQuote } from './locate-quote.ts';
import { prepareText } from './quoted-text.ts';

const markdown = [
  '## Results',
  'A cache that **ignores** the `Vary` field sends “the wrong” body — in 62.4 % of [all cases](https://x.test/a) we saw[^1].',
  'The second paragraph says that nobody measured this before the year 2024 began.',
  'It holds for $x^{2} \\le 9$ and no other value of the parameter.',
  '| Name | Share |\n|---|---:|\n| First server | 12 % |',
  '[^1]: On one machine.',
].join('\n\n');
const html = [
  '<h2 id="results">Results</h2>',
  '<p>A cache that <strong>ignores</strong> the <code>Vary</code> field sends “the wrong” body — in 62.4 % of <a href="https://x.test/a">all cases</a> we saw<sup>1</sup>.</p>',
  '<p>The second paragraph says that nobody\nmeasured this before the year 2024 began.</p>',
  '<p>It holds for <math><semantics><mi>x²≤9</mi><annotation>x^{2}</annotation></semantics></math> and no other value of the parameter.</p>',
].join('\n');
const text = prepareText({ markdown, html, spans: [] });
const locate = (quote: string) => {
  const match = locateQuote(text, prepareQuote(quote));
  return match && { ...match, words: markdown.slice(match.start, match.end) };
};

describe('a quote is exact', () => {
  it.each([
    ['as Markdown', 'sends “the wrong” body — in 62.4 % of [all cases]'],
    ['as it is copied from the page', 'the Vary field sends “the wrong” body — in 62.4 % of all cases'],
    ['over two blocks of the page', 'Results\n\nA cache that ignores the Vary field'],
    ['with a formula of the page', 'It holds for x²≤9 and no other value of the parameter.'],
  ])('%s', (_, quote) => expect(locate(quote)?.status).toBe('exact'));
});

describe('a quote is normalized', () => {
  it.each([
    ['with other white space', 'A cache  that ignores\nthe Vary field'],
    ['with other quotation marks', 'field sends "the wrong" body'],
    ['with another dash', 'body - in 62.4 % of all cases'],
    ['with other markup', 'A cache that _ignores_ the Vary field sends'],
    ['over the cells of a table', 'Name Share First server 12 %'],
  ])('%s', (_, quote) => expect(locate(quote)?.status).toBe('normalized'));

  it('and its place has the words of the source', () => {
    expect(locate('field sends "the wrong" body - in')?.words).toBe('field sends “the wrong” body — in');
  });
});

describe('a quote is altered', () => {
  it('when a word of it is another one, and the true words come with it', () => {
    expect(locate('says that nobody measured this before the year 2025 began')).toMatchObject({
      status: 'altered',
      trueText: 'says that nobody measured this before the year 2024 began',
    });
  });

  it('when a number of it is another one', () => {
    expect(locate('body — in 62.5 % of all cases we saw')?.trueText).toContain('62.4 %');
  });

  it('when a word is left out or added', () => {
    expect(locate('The second paragraph says nobody measured this')?.trueText).toContain('says that nobody');
    expect(locate('The second paragraph clearly says that nobody measured')?.trueText).toContain('paragraph says');
  });

  it('when it is joined from two sentences, and each is there', () => {
    const quote = 'A cache that ignores the Vary field sends no other value of the parameter.';
    expect(locate(quote)).toMatchObject({ status: 'altered', trueText: expect.stringContaining(' […] ') });
  });
});

it.each(['Nothing of this kind was ever written there.', 'that the second of this was', '***', ' '])(
  'finds no quote that the text does not have: %s',
  (quote) => expect(locate(quote)).toBeUndefined(),
);

it('prefers the section that the caller names', () => {
  const twice = prepareText({ markdown: 'Same words.\n\nOther.\n\nSame words.\n', html: '', spans: [] });
  expect(locateQuote(twice, prepareQuote('Same words.'), { preferred: { start: 13, end: 40 } })?.start).toBe(21);
});

describe('a long quote', () => {
  const words = Array.from({ length: 3_000 }, (_, at) => `word${at}`);
  const many = prepareText({ markdown: `${words.join(' ')}\n`, html: '', spans: [] });

  it('is found with a third of its words changed, at the place that has the others', () => {
    const passage = words.slice(900, 1_000);
    const changed = passage.map((word, at) => (at % 3 === 1 ? 'other' : word)).join(' ');
    expect(locateQuote(many, prepareQuote(changed))?.trueText).toBe(passage.join(' '));
  });

  it('is looked for with other words only where none was found yet', () => {
    const changed = words.slice(900, 1_000).with(50, 'other').join(' ');
    expect(locateQuote(many, prepareQuote(changed))?.status).toBe('altered');
    expect(locateQuote(many, prepareQuote(changed), { isUnaltered: true })).toBeUndefined();
  });
});
