import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfFile } from '../../tests/support/folders.ts';
import { buildIndex, buildSqliteIndex } from './build.ts';
import type { Searchable, SearchEngine, SearchQuery, Synonyms } from './engine.ts';
import { createEntryReader } from './entries.ts';
import { openIndex } from './flexsearch-engine.ts';
import { codeMark } from './sentences.ts';
import { loadSqliteIndex } from './sqlite-engine.ts';

const bees: Searchable = {
  slug: 'bees',
  title: 'Honey bees at night',
  description: 'Sleep in the hive.',
  tags: ['insects'],
  authors: ['Ada Marlow'],
  questions: [],
  sections: [{ id: 'sleep', heading: 'Sleep', text: 'Foragers sleep deeper than nurses. Ice cools no hive.' }],
};
const articles: Searchable[] = [
  {
    slug: 'tides',
    title: 'Tides in shallow seas',
    description: 'How the moon moves coastal water.',
    tags: ['ocean'],
    authors: ['Ada Marlow'],
    questions: [{ text: 'Why is high tide late in a harbour?', sectionId: null }],
    sections: [
      { id: null, heading: '', text: 'Water near the coast rises twice a day.' },
      {
        id: 'friction',
        heading: 'Bottom friction',
        text: 'Waves lose speed over sand. Friction at the sea bed delays the tidal wave. Harbours feel it most.',
      },
    ],
  },
  {
    slug: 'glaciers',
    title: 'Glaciers and their sound',
    description: 'Listening to melting ice.',
    tags: ['ice', 'ocean'],
    authors: ['Ben Okri'],
    questions: [],
    sections: [{ id: 'bubbles', heading: 'Bubbles', text: 'Air bubbles in melting ice crackle in sea water.' }],
  },
  bees,
];

const folder = folderOfFile();
let built = 0;

type Open = (given: readonly Searchable[], synonyms?: Synonyms, language?: string) => SearchEngine;
const engines: [string, Open][] = [
  ['FlexSearch', (...[given, ...reading]) => openIndex(buildIndex(given, createEntryReader(...reading)))],
  [
    'SQLite',
    (...[given, ...reading]) => {
      built += 1;
      const path = join(folder, `${built}.sqlite`);
      buildSqliteIndex(given, path, createEntryReader(...reading));
      return loadSqliteIndex(path);
    },
  ],
];

describe.each(engines)('%s engine', (_name, open) => {
  const engine = open(articles);

  function search(text: string, more: Partial<SearchQuery> = {}) {
    // Among three articles no word is rare enough to say much.
    return engine.search({ text, limit: 10, minScore: 0, isVisible: () => true, ...more });
  }

  function slugs(text: string, more: Partial<SearchQuery> = {}): string[] {
    return search(text, more).map(({ slug }) => slug);
  }

  it('answers with the best section, its anchor and the sentence that matches', () => {
    expect(search('How does friction delay tides?')[0]).toMatchObject({
      slug: 'tides',
      sectionId: 'friction',
      heading: 'Bottom friction',
      snippet: 'Friction at the sea bed delays the tidal wave.',
    });
  });

  it('finds an article by its title, its tag and its author', () => {
    expect(slugs('sound of glaciers')[0]).toBe('glaciers');
    expect(slugs('insects')).toEqual(['bees']);
    expect(slugs('Okri')).toEqual(['glaciers']);
  });

  it('lists each article once, best first, with scores from 0 to 100 that never rise', () => {
    const hits = search('melting ice in sea water');
    expect(hits.map(({ slug }) => slug)).toEqual(['glaciers', 'tides', 'bees']);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const score of scores) expect(score).toBeGreaterThanOrEqual(0);
    for (const score of scores) expect(score).toBeLessThanOrEqual(100);
  });

  it('gives as many hits as asked for', () => {
    expect(slugs('sea ice water', { limit: 1 })).toEqual(slugs('sea ice water').slice(0, 1));
    expect(search('sea ice water', { limit: 0 })).toEqual([]);
  });

  it('leaves out what its caller does not want, without understanding the question otherwise', () => {
    const isWanted = (slug: string) => slug !== 'glaciers';
    expect(slugs('ice crackle', { isWanted })).toEqual(['bees']);
    expect(search('ice crackle', { isWanted })[0]?.terms).toEqual(new Set(['ice', 'crackl']));
  });

  it('keeps withheld articles out, and does not admit to words that only they have', () => {
    const isVisible = (slug: string) => slug !== 'glaciers';
    expect(slugs('melting ice', { isVisible })).toEqual(['bees']);
    expect(search('bubbles', { isVisible })).toEqual([]);
    expect(engine.related(5, isVisible)('tides')).not.toContain('glaciers');
  });

  it('finds the forms of a word in the language that the index was built in', () => {
    const text = 'In kalten Wintern lagen die Häuser still.';
    const german: Searchable = {
      ...bees,
      slug: 'haus',
      title: 'Winter',
      sections: [{ id: 'a', heading: 'Lage', text }],
    };
    const ask = (language: string) =>
      open([german], [], language).search({
        text: 'Wie kalt war das Haus?',
        limit: 1,
        minScore: 0,
        isVisible: () => true,
      });
    expect(ask('de-AT')[0]).toMatchObject({ slug: 'haus', sectionId: 'a', terms: new Set(['kalt', 'haus']) });
    expect(ask('mi')).toEqual([]);
  });

  it('reads a misspelt word as its nearest neighbour', () => {
    expect(slugs('glacers')).toEqual(['glaciers']);
    expect(slugs('frcition')[0]).toBe('tides');
    // The slip is in the ending that a stem lacks.
    expect(slugs('listning')).toEqual(['glaciers']);
  });

  it('makes no guess at a word that only withheld articles have', () => {
    expect(slugs('bubbels')).toEqual(['glaciers']);
    expect(slugs('bubbels', { isVisible: (slug) => slug !== 'glaciers' })).toEqual([]);
  });

  it('reads a slip in an alias, in a part of an identifier and in what its parts join to', () => {
    const sections = [{ id: 'own', heading: 'Keys', text: 'Rotate a signingKeyring on the sea bed.' }];
    const known = open([{ ...bees, slug: 'keys', sections }, bees], [{ term: 'sea bed', aliases: ['benthos'] }]);
    const ask = (text: string) => known.search({ text, limit: 1, minScore: 0, isVisible: () => true })[0]?.slug;
    expect(['bentohs', 'keyrinng', 'signinkeyring'].map(ask)).toEqual(Array(3).fill('keys'));
  });

  it('takes signs, quotes, marks of other search boxes and letters of another form for the words between them', () => {
    const plain = search('melting ice');
    for (const text of [
      '"melting ice"',
      '“Melting” ICE?!',
      '`melting` <b>ice</b>',
      'melting AND ice',
      'melting-ice',
      'MeltingIce',
      'mélting íce 🧊🧊',
      'melting_ice*',
      'ｍｅｌｔｉｎｇ ｉｃｅ',
      'http://melting/ice',
    ]) {
      expect([text, search(text)[0]?.slug, search(text)[0]?.sectionId]).toEqual([text, plain[0]?.slug, 'bubbles']);
    }
  });

  it('finds only the articles that have the phrase in quotation marks, and quotes its sentence', () => {
    expect(slugs('melting ice in sea water')).toEqual(['glaciers', 'tides', 'bees']);
    expect(search('What does "sea bed" do to melting ice in sea water?')).toMatchObject([
      { slug: 'tides', sectionId: 'friction', snippet: 'Friction at the sea bed delays the tidal wave.' },
    ]);
    expect(slugs('“Melting ice”, sea')).toEqual(['glaciers']);
    expect(slugs('„Air bubbles in melting“ and «crackle in sea»')).toEqual(['glaciers']);
    // In its heading, in its title and in its description.
    expect(slugs('sea "bottom FRICTION"')).toEqual(['tides']);
    expect(slugs('sea ice "honey-bees at night"')).toEqual(['bees']);
    expect(slugs('sea ice hive "coastal water"')).toEqual(['tides']);
  });

  it.each(['"ice melting" in sea water', 'melting ice in "the" "sea" water', 'melting "xyzzy plugh" ice in sea water'])(
    'finds what it finds without the marks where no article has the phrase: %s',
    (text) => {
      expect(slugs(text)).toEqual(slugs(text.replaceAll('"', '')));
    },
  );

  it('does not tell by a phrase that a withheld article has it', () => {
    const isVisible = (slug: string) => slug !== 'glaciers';
    const text = '"melting ice" sea hive';
    expect(search(text, { isVisible })).toEqual(search(text.replaceAll('"', ''), { isVisible }));
  });

  it('quotes a heading that matches and the text below it as two sentences', () => {
    const sections = [
      { id: 'why', heading: 'Why do bees snooze?', text: 'Foragers rest deeper than the nurses of the hive.' },
    ];
    const known = open([{ ...bees, slug: 'why', sections }, bees]);
    expect(known.search({ text: 'snooze', limit: 1, minScore: 0, isVisible: () => true })[0]?.snippet).toBe(
      'Why do bees snooze? Foragers rest deeper than the nurses of the hive.',
    );
  });

  it('finds an identifier by its words, and words by an identifier', () => {
    const written = (slug: string, text: string) => ({ ...bees, slug, sections: [{ id: slug, heading: '', text }] });
    const known = open([
      written('code', 'Set maxRetryCount once.'),
      written('words', 'The header X-Queue-Depth.'),
      bees,
    ]);
    const ask = (text: string) => known.search({ text, limit: 1, minScore: 0, isVisible: () => true })[0]?.slug;
    expect(['max retry count', 'max-retry-count', 'MAX_RETRY_COUNT', 'maxretrycount'].map(ask)).toEqual(
      Array(4).fill('code'),
    );
    expect(['queue depth', 'QueueDepth', 'x-queue-depth'].map(ask)).toEqual(Array(3).fill('words'));
  });

  it('is not surer of an identifier because it has several terms', () => {
    const written = (slug: string, text: string) => ({ ...bees, slug, sections: [{ id: slug, heading: '', text }] });
    const known = open([written('parts', 'In box 25 is letter f, and in box b is m.'), ...articles]);
    const confidenceIn = (text: string) => known.search({ text, limit: 1, isVisible: () => true })[0]?.confidence;
    // The parts of BM25F are three terms; `box letter` are two words.
    expect(['none', 'weak', undefined]).toContain(confidenceIn('BM25F'));
    expect(['likely', 'sure']).toContain(confidenceIn('letter in a box'));
  });

  it('finds a number however its thousands are set apart, and not one that has the same digits', () => {
    const written = (slug: string, text: string) => ({ ...bees, slug, sections: [{ id: slug, heading: '', text }] });
    const known = open([
      written('whole', 'Of 31,742 keys 62.4 % passed.'),
      written('digits', 'Rows 31 and 742, 62 of 4: 4, 62.'),
      bees,
    ]);
    const ask = (text: string) => known.search({ text, limit: 1, minScore: 0, isVisible: () => true })[0]?.slug;
    expect(['31742', '31,742', '31.742', '62.4 %', '62,4 Prozent'].map(ask)).toEqual(Array(5).fill('whole'));
  });

  it('is not confident about a question of which little is found, whatever its words', () => {
    const own = { minScore: undefined };
    expect(search('how does melting ice crackle in sea water', own)[0]).toMatchObject({
      slug: 'glaciers',
      confidence: 'sure',
    });
    for (const text of [
      'how to make ice cream with chocolate',
      'Wie tief ist das Meer? Ice?',
      '海の氷はどこですか ice',
    ])
      expect(search(text, own).map(({ confidence }) => confidence)).not.toContain('sure');
  });

  it('shows what further hits there are when the first answers, however little they carry', () => {
    const hits = search('how does melting ice crackle in sea water', { minScore: undefined });
    expect(hits.at(-1)?.score).toBeLessThan(30);
    expect(new Set(hits.map(({ confidence }) => confidence))).toEqual(new Set(['sure']));
  });

  it('scores the share of the question that was found, so that unknown words make it smaller', () => {
    const [known] = search('bubbles crackle');
    const [partly] = search('bubbles crackle xylophone');
    expect(partly?.slug).toBe('glaciers');
    expect(partly?.score).toBeLessThan((known?.score ?? 0) * 0.75);
  });

  it('counts a word as often as the question has it', () => {
    expect(slugs('sleep harbours')[0]).toBe('bees');
    expect(slugs('sleep harbours, harbours, friction harbours')[0]).toBe('tides');
  });

  it('finds an article by the questions that its author says it answers', () => {
    expect(slugs('late')[0]).toBe('tides');
  });

  it('finds a section by the questions that its author says it answers, and never quotes them', () => {
    const questions = [{ text: 'How do I escape an undertow?', sectionId: 'friction' }];
    const request = open(articles.map((article) => (article.slug === 'tides' ? { ...article, questions } : article)));
    const [first] = request.search({ text: 'escape the undertow', limit: 3, minScore: 0, isVisible: () => true });
    expect(first).toMatchObject({ slug: 'tides', sectionId: 'friction' });
    expect(first?.snippet).not.toContain('undertow');
  });

  it('quotes the description of the article, and says so, where a section of it has no public sentence', () => {
    const questions = [{ text: 'How do I escape an undertow?', sectionId: 'friction' }];
    const paid = { id: 'friction', heading: 'Bottom friction', text: '' };
    const [tides, ...others] = articles;
    const engine = open(tides ? [{ ...tides, questions, sections: [paid] }, ...others] : []);
    const query = { text: 'escape the undertow', limit: 1, isVisible: () => true, hasContext: true };
    const [found] = engine.search(query);
    expect(found).toMatchObject({ sectionId: 'friction', snippet: 'How the moon moves coastal water.' });
    expect([found?.isDescription, found?.context]).toEqual([true, undefined]);
    const [own] = engine.search({ text: 'bubbles in ice', limit: 1, isVisible: () => true });
    expect(own).toMatchObject({ slug: 'glaciers', isDescription: false });
  });

  it('quotes no more than 300, 600 or 1,200 characters, the heading before them included', () => {
    const sentence = 'The ferry was late again because of the wind and the tide in the long narrow harbour';
    const texts = [`${sentence}. `.repeat(30), `${sentence}, `.repeat(30), 'x'.repeat(2_000)];
    const engine = open(
      texts.map((text, at) => ({
        ...bees,
        slug: `bees-${at}`,
        sections: [{ id: 'sleep', heading: 'Nightly observations of foragers', text }],
      })),
    );
    const lengths = [
      ['snippet', 300],
      ['answer', 600],
      ['section', 1_200],
    ] as const;
    for (const [quote, longest] of lengths)
      for (const text of ['nightly observations', 'a late ferry']) {
        const hits = engine.search({ text, limit: 3, minScore: 0, isVisible: () => true, quote });
        expect(hits.length).toBeGreaterThan(0);
        for (const { snippet } of hits) expect(snippet.length).toBeLessThanOrEqual(longest);
      }
  });

  it('finds a name that only code has, and quotes the code after the sentence that introduces it', () => {
    const text = `Every store has such a step:\n${codeMark}INSERT INTO keys VALUES ($1) ON CONFLICT DO NOTHING; if (isNew) return.\nA row is new or it is not.`;
    const engine = open([{ ...bees, sections: [{ id: 'sleep', heading: 'Sleep', text }] }, ...articles.slice(0, 2)]);
    for (const question of ['ON CONFLICT DO NOTHING', 'isNew', 'such a step of a store']) {
      const [found] = engine.search({ text: question, limit: 1, isVisible: () => true });
      expect(found?.snippet).toContain(
        'Every store has such a step: INSERT INTO keys VALUES ($1) ON CONFLICT DO NOTHING; if (isNew) return.',
      );
    }
  });

  it('finds a section by the other words that the glossary has for its words', () => {
    const known = open(articles, [{ term: 'sea bed', aliases: ['ocean floor', 'benthos'] }]);
    const query = { limit: 3, minScore: 0, isVisible: () => true };
    expect(known.search({ ...query, text: 'benthos' })).toMatchObject([{ slug: 'tides', sectionId: 'friction' }]);
    expect(search('benthos')).toEqual([]);
  });

  it('finds the article that cites a work by names, title, DOI and number, after one that is about it, and quotes no reference', () => {
    const references = [
      'Robertson, S., & Zaragoza, H. (2009). The probabilistic relevance framework. https://doi.org/10.1561/1500000019',
      'Fielding, R. (2022). HTTP semantics (RFC 9110).',
    ];
    const citing = { ...bees, slug: 'citing', references };
    const about = {
      ...bees,
      slug: 'about',
      title: 'The relevance framework',
      sections: [{ id: 'a', heading: 'Framework', text: 'A probabilistic framework of relevance has a long history.' }],
    };
    const cited = open([...articles, citing, about]);
    const find = (text: string) => cited.search({ text, limit: 9, minScore: 0, isVisible: () => true });
    for (const text of [
      'Zaragoza 2009',
      '10.1561/1500000019',
      'doi.org/10.1561/1500000019',
      'RFC 9110',
      'HTTP semantics',
    ])
      expect(find(text)[0]?.slug, text).toBe('citing');
    expect(find('probabilistic relevance framework').map(({ slug }) => slug)).toEqual(['about', 'citing']);
    for (const { snippet } of find('Robertson and Zaragoza')) expect(snippet).not.toMatch(/Robertson/);
  });

  it('answers questions that have none of the other words as if there were none', () => {
    const known = open(articles, [{ term: 'water', aliases: ['ocean floor', 'benthos'] }]);
    for (const text of ['ice in sea water', 'why do harbours feel the moon', 'Ada Marlow on sleep', 'water tides'])
      expect(known.search({ text, limit: 3, minScore: 0, isVisible: () => true })).toEqual(search(text, { limit: 3 }));
  });

  const french = {
    ...bees,
    slug: 'abeilles',
    title: 'Le sommeil des abeilles',
    description: '',
    sections: [
      {
        id: 'ruche',
        heading: 'La ruche',
        text: 'Les observations publiées montrent des ouvrières régulièrement endormies.',
      },
    ],
  };
  const spanish = {
    ...bees,
    slug: 'abejas',
    title: 'El descanso de las abejas',
    description: '',
    sections: [
      {
        id: 'colmena',
        heading: 'La colmena',
        text: 'Dos investigaciones publicadas describen negociaciones en la colmena.',
      },
    ],
  };

  it.each([
    ['fr', french, ['une observation publiée', 'ouvrière régulière']],
    ['es', spanish, ['una investigación publicada', 'negociación']],
  ])('finds inflected words of %s, in an index of that language and among others', (language, article, questions) => {
    const own = open([article, { ...bees, title: 'Otros / autres' }], [], language);
    const among = open([...articles, { ...article, language }]);
    for (const text of questions) {
      for (const index of [own, among])
        expect(index.search({ text, limit: 1, minScore: 0, isVisible: () => true })[0]?.slug, text).toBe(article.slug);
      expect(
        open([...articles, article]).search({ text, limit: 9, minScore: 5, isVisible: () => true })[0]?.score ?? 0,
      ).toBeLessThan(among.search({ text, limit: 1, minScore: 0, isVisible: () => true })[0]?.score ?? 0);
    }
  });

  it('matches a question in another language by names, numbers and shared words, and corrects none of its words', () => {
    const [first] = search('Was hat Ben Okri über das Eis und die Glacier geschrieben?');
    expect(first?.slug).toBe('glaciers');
    // One letter from `hive`.
    expect(slugs('Wie schläft der hove in dem Wald?')).toEqual([]);
    expect(slugs('hove sleeps')).toContain('bees');
  });

  it('returns nothing for a question without a known word', () => {
    for (const text of ['', '   ', 'the of and', 'xylophone quartets', '🐝🐝', '\u0000\u0007', '"*" OR (']) {
      expect(search(text)).toEqual([]);
    }
  });

  it('accepts any text, however long', () => {
    const long = ['ice '.repeat(2_500), 'x'.repeat(10_000), 'é'.repeat(50_000), '-'.repeat(10_000), '🧊'.repeat(5_000)];
    const words = Array.from({ length: 5_000 }, (_, at) => `w${at.toString(36)}ord`).join(' ');
    for (const text of [...long, words, '海の氷 ice', 'мороз', 'ice\u0000\u202e', "ice'; DROP TABLE entry; --"]) {
      search(text);
    }
    expect(slugs('海の氷 ice')[0]).toBe('glaciers');
  });

  it.each([
    ['nothing', '  '],
    ['marks', '?! (.*)+$ "" -- {}'],
    ['words that say nothing', 'what is the of and'],
    ['pictures', '🧊🌊'],
    ['a language that it does not know', 'ما هو الجليد'],
    ['a script that it does not know', '什么是冰川'],
    ['names of its own program', '__proto__ constructor toString hasOwnProperty'],
    ['operators', 'NEAR(zebra, 5) AND title:zebra* NOT ^zebra OR {zebra}'],
  ])('has no answer to %s', (_, text) => {
    expect(engine.search({ text, limit: 10, isVisible: () => true })).toEqual([]);
  });

  it('finds names of its own program where they are written', () => {
    const sections = [{ id: 'own', heading: 'toString', text: 'Every object has a constructor and __proto__.' }];
    const found = open([...articles, { ...bees, slug: 'objects', sections }]);
    for (const text of ['constructor', '__proto__', 'toString'])
      expect(found.search({ text, limit: 1, isVisible: () => true })[0]).toMatchObject({ sectionId: 'own' });
  });

  it('names the section that has the other words of a question, not the one that repeats the subject of its article', () => {
    const texts = [
      'Moss on walls, moss on roofs, moss on trees.',
      'It wants the shade of high hedges and grows there.',
    ];
    const sections = texts.map((text, at) => ({ id: `part-${at}`, heading: '', text }));
    const query = { limit: 1, minScore: 0, isVisible: () => true };
    const found = open([...articles, { ...bees, slug: 'moss', title: 'Moss', sections }]);
    expect(found.search({ ...query, text: 'moss in shade', isQuick: true })[0]?.sectionId).toBe('part-1');
  });

  it('quotes the section of the first hit that matches next best, when the query wants it and the section has text', () => {
    const texts = [
      'A grebe builds a nest that floats.',
      'A grebe eats a fish and its own feathers.',
      'Coots fight.',
      '',
    ];
    const sections = texts.map((text, at) => ({ id: `part-${at}`, heading: `Fish ${at}`, text }));
    const found = open([...articles, { ...bees, slug: 'grebe', title: 'Water birds', sections }, bees]);
    const query = { limit: 3, minScore: 0, isVisible: () => true };
    const find = (text: string, hasNext = true) => found.search({ ...query, text, hasNext });
    const [first, ...others] = find('which fish and feathers does a grebe eat in its nest');
    expect(first).toMatchObject({
      sectionId: 'part-1',
      next: { sectionId: 'part-0', heading: 'Fish 0', snippet: 'A grebe builds a nest that floats.' },
    });
    expect(others.filter(({ next }) => next)).toEqual([]);
    expect(find('grebe nest fish', false)[0]).not.toHaveProperty('next');
    expect(find('deeper nurses')[0]).not.toHaveProperty('next');
  });

  it('quotes the rest of the best section beside it, when no other comes near, and never the same sentence twice', () => {
    const other = (number: number) => `Sentence number ${number} is about the weather of the lake, and long enough. `;
    const filling = Array.from({ length: 15 }, (_, at) => other(at)).join('');
    const grebes = `A grebe builds a nest that floats on the water. ${filling}The grebe eats feathers.`;
    const sections = [
      { id: 'grebes', heading: 'Grebes', text: grebes },
      { id: 'coots', heading: 'Coots', text: 'Coots fight on the water.' },
    ];
    const found = open([...articles, { ...bees, slug: 'grebe', title: 'Birds', sections }, bees]);
    const find = (text: string, hasContext = false) => {
      const query = { text, limit: 1, minScore: 0, hasNext: true, hasContext };
      return found.search({ ...query, isVisible: () => true })[0];
    };
    const first = find('where does a grebe build a nest that floats');
    expect(first).toMatchObject({ sectionId: 'grebes', next: { sectionId: 'grebes', heading: 'Grebes' } });
    expect(first?.snippet).toContain('builds a nest');
    expect(first?.next?.snippet).toContain('The grebe eats feathers.');
    const sentences = (text = '') => [...text.matchAll(/number \d+/g)].map(String);
    expect(sentences(first?.next?.snippet).filter((one) => sentences(first?.snippet).includes(one))).toEqual([]);
    const detailed = find('where does a grebe build a nest that floats', true);
    expect(sentences(detailed?.next?.snippet).filter((one) => sentences(detailed?.context).includes(one))).toEqual([]);
    const both = find('a grebe builds a nest that floats, and coots fight on it');
    expect([both?.sectionId, both?.next?.sectionId].sort()).toEqual(['coots', 'grebes']);
  });

  it('tells sections of the same heading apart', () => {
    const texts = ['Cats purr.', 'Dogs bark.', 'Fish swim.'];
    const sections = texts.map((text, at) => ({ id: `notes-${at}`, heading: 'Notes', text }));
    const found = open([...articles, { ...bees, slug: 'pets', title: 'Pets', sections }]);
    expect(found.search({ text: 'which dogs bark', limit: 1, isVisible: () => true })[0]?.sectionId).toBe('notes-1');
  });

  it('finds an article of one section beside one of hundreds', () => {
    const sections = Array.from({ length: 300 }, (_, at) => ({ id: `s${at}`, heading: '', text: 'Ice on the sea.' }));
    const found = open([{ ...bees, slug: 'huge', sections }, bees]);
    expect(found.search({ text: 'foragers and nurses', limit: 2, isVisible: () => true })[0]?.slug).toBe('bees');
  });

  it('orders equal articles by their slugs', () => {
    const equal = Array.from({ length: 300 }, (_, at) => ({ ...bees, slug: `bees-${1000 + at}` }));
    const hits = open(equal).search({ text: 'how do nurses sleep', limit: 3, minScore: 0, isVisible: () => true });
    expect(hits.map(({ slug }) => slug)).toEqual(['bees-1000', 'bees-1001', 'bees-1002']);
  });

  it('relates an article to those that share its words, and never to itself', () => {
    expect(engine.related(1, () => true)('tides')).toEqual(['glaciers']);
    expect(engine.related(3, () => true)('unknown')).toEqual([]);
  });

  it('serves an empty collection', () => {
    expect(open([]).search({ text: 'ice', limit: 3, isVisible: () => true })).toEqual([]);
  });
});
