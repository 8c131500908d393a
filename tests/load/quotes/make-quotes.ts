import { createRandom } from '../generate-articles.ts';

export interface PublishedText {
  slug: string;
  version: string;
  isNewest: boolean;
  markdown: string;
  /** Ids of its sections, in their order. */
  sections: readonly string[];
}

export const statuses = ['exact', 'normalized', 'altered', 'moved', 'absent'] as const;
export type Expected = (typeof statuses)[number];

export interface MadeQuote {
  kind: string;
  expected: Expected;
  claim: { quote: string; slug?: string; version?: string; section?: string };
}

interface Sentence {
  text: string;
  /** Number of the heading it is under; -1 before the first. */
  heading: number;
}

/** Sentences of paragraphs, of eight words and more. */
export function splitSentences(markdown: string): Sentence[] {
  let heading = -1;
  return markdown
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .split(/\n{2,}/)
    .flatMap((block) => {
      if (/^#{2,3} /.test(block)) heading += 1;
      if (!/^[A-Z"“*[]/.test(block)) return [];
      const sentences = block.trimEnd().split(/(?<=[.?!])\s+(?=[A-Z"“])/);
      return sentences.filter((text) => text.split(/\s/).length >= 8).map((text) => ({ text, heading }));
    });
}

type Maker = (
  text: PublishedText,
  sentences: readonly Sentence[],
  draw: (below: number) => number,
) => MadeQuote | undefined;

/** One sentence of every text in turn, by each kind in turn, until there are enough; the same ones each time. */
export function makeQuotes(texts: readonly PublishedText[], count: number): MadeQuote[] {
  const draw = createRandom(28);
  const split = texts.map((text) => ({ text, sentences: splitSentences(text.markdown) }));
  const newest = new Map(texts.filter(({ isNewest }) => isNewest).map((text) => [text.slug, text.markdown]));
  const old = split.flatMap(({ text, sentences }) => {
    const present = joinLines(newest.get(text.slug) ?? '');
    const gone = sentences.filter((sentence) => !present.includes(joinLines(sentence.text).slice(0, 40)));
    return text.isNewest || gone.length === 0 ? [] : [{ text, sentences: gone }];
  });
  const makers: [kind: string, from: typeof split, make: Maker][] = [
    ['exact', split, makeExact],
    ['white space changed', split, makeSpaced],
    ['one word altered', split, makeAltered],
    ['two sentences joined', split, makeJoined],
    ['wrong section', split, makeMisplaced],
    ['older version', old, makeOlder],
    ['invented', split, makeInvented],
  ];
  const quotes: MadeQuote[] = [];
  for (let turn = 0; quotes.length < count; turn += 1) {
    const [, from, make] = makers[turn % makers.length] ?? makers[0] ?? [];
    const source = from?.[draw(from.length)];
    const made = source && make?.(source.text, source.sentences, draw);
    if (made) quotes.push(made);
    if (turn > 100 * count) throw new Error('The library has too few sentences.');
  }
  return quotes;
}

function joinLines(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function pick<Item>(items: readonly Item[], draw: (below: number) => number): Item | undefined {
  return items[draw(items.length)];
}

const makeExact: Maker = ({ slug, version }, sentences, draw) => {
  const sentence = pick(sentences, draw);
  const claim = pick([{}, { slug, version }], draw) ?? {};
  return sentence && { kind: 'exact', expected: 'exact', claim: { quote: sentence.text, ...claim } };
};

const makeSpaced: Maker = ({ slug, version }, sentences, draw) => {
  const words = pick(sentences, draw)?.text.split(' ');
  if (!words) return undefined;
  const at = 1 + draw(words.length - 2);
  const quote = `${words.slice(0, at).join(' ')}${pick(['  ', '\n', '\t', '\u00a0'], draw)}${words.slice(at).join(' ')}`;
  return { kind: 'white space changed', expected: 'normalized', claim: { quote, slug, version } };
};

const makeAltered: Maker = ({ slug, version }, sentences, draw) => {
  const words = pick(sentences, draw)?.text.split(' ');
  if (!words) return undefined;
  const plain = words.flatMap((word, index) => (/^[a-z]{3,}$/.test(word) ? [index] : []));
  const at = pick(plain, draw);
  if (at === undefined) return undefined;
  const quote = words.with(at, pick(['walrus', 'never', 'seventeen', 'always'], draw) ?? '').join(' ');
  return {
    kind: 'one word altered',
    expected: 'altered',
    claim: { quote, ...(draw(2) === 0 ? {} : { slug, version }) },
  };
};

const makeJoined: Maker = ({ slug, version }, sentences, draw) => {
  const [one, other] = [pick(sentences, draw), pick(sentences, draw)];
  if (!one || !other || Math.abs(sentences.indexOf(one) - sentences.indexOf(other)) < 2) return undefined;
  const quote = `${one.text} ${other.text}`;
  return { kind: 'two sentences joined', expected: 'altered', claim: { quote, slug, version } };
};

const makeMisplaced: Maker = ({ slug, version, sections, markdown }, sentences, draw) => {
  const sentence = pick(sentences, draw);
  // A section contains its subsections: of the later ones none contains an earlier sentence.
  const section = sentence && pick(sections.slice(sentence.heading + 1), draw);
  if (!section || markdown.split(sentence.text).length > 2) return undefined;
  return { kind: 'wrong section', expected: 'moved', claim: { quote: sentence.text, slug, version, section } };
};

const makeOlder: Maker = ({ slug }, sentences, draw) => {
  const sentence = pick(sentences, draw);
  return sentence && { kind: 'older version', expected: 'moved', claim: { quote: sentence.text, slug } };
};

/** The words of two sentences in another order, so that every word is in the library and no run of them. */
const makeInvented: Maker = ({ slug, version }, sentences, draw) => {
  const words = `${pick(sentences, draw)?.text} ${pick(sentences, draw)?.text}`.split(' ');
  const shuffled = words.map((word) => ({ word, at: draw(1_000_000) })).sort((one, other) => one.at - other.at);
  const quote = shuffled
    .slice(0, 8 + draw(20))
    .map(({ word }) => word)
    .join(' ');
  return { kind: 'invented', expected: 'absent', claim: { quote, ...(draw(2) === 0 ? {} : { slug, version }) } };
};

/** For each status how often it was right, and its row of the confusion matrix. */
export function confuse(results: readonly { expected: Expected; actual: string }[]) {
  return statuses.map((status) => {
    const expected = results.filter((result) => result.expected === status);
    const right = expected.filter(({ actual }) => actual === status).length;
    const row = statuses.map((other) => {
      const count = expected.filter(({ actual }) => actual === other).length;
      return `${other} ${count}`.padStart(15);
    });
    return {
      status,
      row: row.join(''),
      precision: right / results.filter(({ actual }) => actual === status).length,
      recall: right / expected.length,
    };
  });
}
