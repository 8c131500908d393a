import { contentDigest } from '../../src/library/digest.ts';
import {
  type Author,
  type License,
  libraryFormat,
  type PaidLibrary,
  type PublicArticle,
  type PublicLibrary,
  type SearchablePage,
  type Tier,
  type WithSections,
} from '../../src/library/library.ts';

/** The public library with what an anonymous search may match. */
export interface CompiledLibrary extends PublicLibrary {
  articles: WithSections<PublicArticle>[];
  pages: SearchablePage[];
}

export interface CompiledPaidLibrary extends PaidLibrary {
  articles: WithSections<PaidLibrary['articles'][number]>[];
}

const author: Author = { id: 'editors', name: 'Quire Editors', orcid: null, url: null, affiliation: null, about: null };
const license: License = {
  id: 'CC-BY-4.0',
  name: 'Creative Commons Attribution 4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
};

export const paidSentence = 'The walrus ledger balances only when seventeen lanterns are counted twice.';

const paidPart = `## The paid part\n\n${paidSentence}\n`;

/** An article as the compile step would write it; `text` is its one public section. */
export function makeArticle(about: {
  slug: string;
  tier?: Tier;
  title?: string;
  date?: string;
  text?: string;
  releaseAt?: number;
}): WithSections<PublicArticle> {
  const {
    slug,
    tier = 'free',
    title = `About ${slug}`,
    date = '2026-03-01',
    text = `Plain words about ${slug}.`,
    releaseAt,
  } = about;
  const markdown = `## Beginning\n\n${text}\n`;
  const words = text.split(' ').length;
  return {
    id: `id-${slug}`,
    slug,
    aliases: [],
    title,
    description: `What ${slug} says, in one sentence.`,
    tier,
    price: null,
    date,
    updated: null,
    authors: [author],
    tags: ['testing'],
    questions: [],
    license,
    version: null,
    versionName: '1.0',
    corrections: [],
    retracted: null,
    language: 'en',
    translationOf: null,
    doi: null,
    finding: null,
    cover: null,
    roles: {},
    artifacts: [],
    series: null,
    releaseAt: releaseAt ?? null,
    words: tier === 'paid' ? words + 11 : words,
    previewWords: words,
    readingMinutes: 1,
    outline: [
      { depth: 2, title: 'Beginning', id: 'beginning', words, isFree: true },
      ...(tier === 'paid' ? [{ depth: 2, title: 'The paid part', id: 'the-paid-part', words: 11, isFree: false }] : []),
    ],
    body: {
      markdown,
      html: `<h2 id="beginning">Beginning</h2>\n<p>${text}</p>\n`,
      spans: [{ id: 'beginning', start: 0, end: markdown.length, digest: contentDigest(markdown) }],
    },
    sections: [{ id: 'beginning', heading: 'Beginning', text }],
    contentDigest: tier === 'free' ? contentDigest(markdown) : null,
    pdf: null,
    citation: { bibtex: `@article{${slug}}`, ris: 'TY  - JOUR', apa: title, csl: { id: slug, type: 'article', title } },
    versions: [],
    revisions: [],
  };
}

export const farFuture = Date.UTC(2099, 0, 1);

/** Two free articles, two paid ones and one that is withheld until 2099. */
export function makeLibrary(baseUrl: string): { open: CompiledLibrary; sold: CompiledPaidLibrary } {
  const articles = [
    {
      ...makeArticle({
        slug: 'open-letter',
        date: '2026-05-01',
        text: 'Agents read markdown and cite what they read.',
      }),
      aliases: ['first-letter'],
    },
    makeArticle({
      slug: 'paid-study',
      tier: 'paid',
      date: '2026-04-01',
      text: 'A preview of a study on payment challenges.',
    }),
    makeArticle({
      slug: 'paid-survey',
      tier: 'paid',
      date: '2026-03-02',
      text: 'A preview of a survey of idempotency.',
    }),
    makeArticle({ slug: 'field-notes', date: '2026-03-01', text: 'Rate limits tell machines when to come back.' }),
    makeArticle({
      slug: 'not-yet',
      date: '2026-02-01',
      text: 'Withheld words about lighthouses.',
      releaseAt: farFuture,
    }),
  ];
  const sold = articles
    .filter(({ tier }) => tier === 'paid')
    .map(({ slug, body, sections }) => ({
      slug,
      body: {
        markdown: `${body.markdown}\n${paidPart}`,
        html: `${body.html}<p>${paidSentence}</p>`,
        spans: [
          ...body.spans,
          {
            id: 'the-paid-part',
            start: body.markdown.length + 1,
            end: body.markdown.length + 1 + paidPart.length,
            digest: contentDigest(paidPart),
          },
        ],
      },
      sections: [...sections, { id: 'the-paid-part', heading: 'The paid part', text: paidSentence }],
      contentDigest: contentDigest(`${body.markdown}\n${paidPart}`),
      textDigest: contentDigest(`${body.markdown}\n${paidPart}`),
    }));
  const page = {
    updated: '2026-06-01',
    order: 1000,
    group: null,
    language: null,
    outline: [],
    body: { markdown: '', html: '' },
  };
  return {
    open: {
      format: libraryFormat,
      baseUrl,
      contentHash: 'sha256:aa',
      articles,
      pages: [
        {
          ...page,
          name: 'developers',
          title: 'For developers',
          description: 'How to call the API.',
          body: { markdown: 'Call the article API with curl.', html: '<p>Call the article API with curl.</p>' },
          sections: [{ id: null, heading: '', text: 'Call the article API with curl.' }],
          questions: [],
        },
      ],
      glossary: [],
      withdrawn: [
        {
          id: 'lost-study',
          slug: 'lost-study',
          formerSlugs: ['lost-draft'],
          date: '2026-05-02',
          reason: 'Its sample was counted twice.',
          replacement: 'first-letter',
        },
      ],
      tiers: [
        { tier: 'free', price: 0, currency: 'USD', period: 'forever', includes: ['Every free article'] },
        { tier: 'paid', price: 0.05, currency: 'USD', period: 'article', includes: ['One paid article'] },
        { tier: 'subscriber', price: 9, currency: 'USD', period: 'month', includes: ['Every article'] },
      ],
    },
    sold: { format: libraryFormat, contentHash: 'sha256:aa', articles: sold },
  };
}
