import type { ContractLedger } from './contract-ledger.ts';

const corpus = 'tests/contract/corpus.test.ts';
const access = 'tests/specification/access.test.ts';
const articles = 'tests/specification/articles.test.ts';
const formerSlugs = 'tests/specification/former-slugs.test.ts';
const following = 'tests/specification/following.test.ts';
const changes = 'src/core/change-feed.test.ts';
const promises = 'tests/specification/promises.test.ts';
const rules = 'tests/specification/rules.test.ts';
const versions = 'src/core/access/article-versions.test.ts';
const findCited = 'src/core/evidence/find-cited.test.ts';
const receipts = 'src/core/evidence/receipts.test.ts';
const evidence = 'tests/specification/evidence.test.ts';
const locateQuote = 'src/core/evidence/locate-quote.test.ts';
const verifyQuote = 'src/core/evidence/verify-quote.test.ts';
const push = 'tests/publications/push.slow.test.ts';
const behaviour = 'tests/specification/contract-behaviour.test.ts';
const agents = 'tests/specification/contract-agents.test.ts';
const opening = 'tests/contract/one-opening.test.ts';
const account = 'tests/contract/account.test.ts';
const everyAnswer = 'tests/contract/every-answer.test.ts';
const mcp = 'src/protocols/mcp/mcp-handlers.test.ts';
const oauth4webapi = 'tests/conformance/oauth-oauth4webapi.test.ts';
const x402 = 'tests/conformance/x402-clients.test.ts';

const decidedAlike = 'with %s is decided alike in core, REST and the tool server';
const narrowed = 'is narrowed by tier, tag and day, with links that keep the filters';

/** Of docs/contract.md: reading. */
export const ofReading: ContractLedger = {
  Pagination: {
    '`page` is 1': [[articles, 'refuses %s with invalid_pagination', 'starts at page 1 with 10 articles']],
    'What is no number': [[articles, 'refuses %s with invalid_pagination']],
    '`per_page` over': [
      [articles, 'serves per_page over 100 as 100 and a page past the end as an empty one with a prev'],
    ],
    'A page past': [[articles, 'serves per_page over 100 as 100 and a page past the end as an empty one with a prev']],
    '`next` and `prev`': [[articles, narrowed]],
    'They keep the mirror': [[rules, 'keeps the links of an answer on the mirror']],
    'They are also': [[articles, 'says the same links in the Link header']],
    'The order': [[behaviour, 'is by day, newest first, then by slug, withdrawn articles after all others']],
    'It is the same': [
      [behaviour, 'is the same in the mirror, the page, the feeds and the resources of the tool server'],
    ],
    'The filters': [[articles, narrowed]],
    'A value': [[articles, 'refuses %s with invalid_request']],
    '`q` and `search`': [[articles, 'leads ?%s= to /ask, since a list that ignored it would look like a result']],
    'Names that nobody': [[articles, narrowed]],
  },
  'Addresses that last': {
    'A former slug': [
      [
        formerSlugs,
        'leads from its page%s to the present one',
        'leads to the present one under %s, with what was asked of it',
      ],
    ],
    'The tool server': [[formerSlugs, 'is answered by the tool server as the present one']],
    'A removed article': [
      [
        formerSlugs,
        'is 410 at its page%s, with reason and replacement',
        'is 410 in the API and an error of the tool server, each with reason and replacement',
      ],
    ],
    '`retracted:`': [[behaviour, 'is by day, newest first, then by slug, withdrawn articles after all others']],
  },
  Root: {
    '`GET /api/v1` and': [[following, '%s names its operations by addresses that exist, and where they are described']],
  },
  Following: {
    '`GET /api/v1/changes': [
      [changes, 'tells after a release what was added, changed and removed, and nothing else'],
      [following, 'names every article once from the beginning, and nothing after that'],
    ],
    'Without `since`': [[following, 'names every article once from the beginning, and nothing after that']],
    'A date or': [
      [following, 'takes a date as `since`, and dates every change'],
      [changes, 'takes a moment instead of a cursor, and dates each change by when it was published'],
    ],
    'Each change has': [[following, 'takes a date as `since`, and dates every change']],
    'A change of paid words': [
      [changes, 'announces a change of paid words alone, by a number and the same public digest'],
      [changes, 'says the same of two paid texts in the same place, so that no guess about one can be tested'],
    ],
    'The cost of': [[changes, 'writes the differences of a release alone, and reads of a page so many as it has']],
    'An invalid `since`': [
      [following, 'begins again and says so when a cursor is of another journal, and refuses what is no cursor'],
    ],
  },
  Corpus: {
    '`GET /api/v1/corpus`': [[corpus, 'is an Article a line, in the order of the slugs, with its licence']],
    'The text of': [[corpus, 'has paid words only for a caller with a right to them']],
    'Its `Link`': [[corpus, 'and its differences are byte for byte a later corpus for %s']],
    'A snapshot': [[corpus, 'and its differences are byte for byte a later corpus for %s']],
    '`after` continues': [[corpus, 'continues after the last line of an interrupted download']],
    'A cursor that': [[corpus, 'says that a cursor of another journal is unknown']],
    'Each hundred': [[corpus, 'counts each hundred lines as a call']],
    '`/corpus.croissant': [[following, 'is described as a live data set whose fields its rows have']],
  },
  Sections: {
    '`GET /api/v1/articles': [[behaviour, 'of a free article is read by its id, over REST and by the tool server']],
    'A section': [[behaviour, 'of the paid part is the 402 of the article without a right, and itself with one']],
  },
  Versions: {
    '`/articles/{slug}/versions': [
      [push, 'returns every published text at its own address, and compares two of them'],
      [evidence, 'is returned by its name over REST, as a page, as Markdown and by the tool server'],
    ],
    'A text that was paid': [[versions, 'that was paid needs a right, also when the article is free now']],
    'An unknown version': [[versions, 'that does not exist is an error that lists those that do']],
    'A comparison': [[push, 'returns every published text at its own address, and compares two of them']],
  },
  Standing: {
    'An article': [
      [versions, 'names what to cite instead of an earlier text, and nothing instead of the present one'],
      [versions, 'of a section that still reads the same is current'],
    ],
  },
  Evidence: {
    '`POST /api/v1/verify`': [[evidence, 'takes 1 to 20 quotes of at most 2,000 characters, without a key']],
    'Its `data`': [[evidence, 'is found with its place, its digests and its standing']],
    '`status` is': [
      [
        locateQuote,
        'and its place has the words of the source',
        'when a word of it is another one, and the true words come with it',
      ],
      [
        verifyQuote,
        'is another version than the newest, which a slug alone means',
        'is not found in an article that is not released',
      ],
    ],
    'All but `absent`': [[evidence, 'is found with its place, its digests and its standing']],
    'An altered quote': [[evidence, 'is found with its place, its digests and its standing']],
    'The words of a paid': [[evidence, 'gives the same bytes for a right and a wrong guess at paid words']],
  },
  Citations: {
    '`POST /api/v1/standing`': [
      [evidence, 'takes 1 to 100 citations, and keeps their order'],
      [findCited, 'by %s', 'finds an article by its URL, its slug, a former slug, and a removed one with its reason'],
    ],
    'A URL may have': [[findCited, 'by %s', 'that it does not have is left out']],
    'Its `data`': [[evidence, 'takes 1 to 100 citations, and keeps their order']],
    'A citation of anything else': [
      [findCited, 'knows nothing of other works, of unreleased articles and of versions that do not exist'],
    ],
    'The standing is also': [[evidence, 'is in every representation of a corrected article']],
  },
  Receipts: {
    'A purchase': [
      [evidence, 'comes with a purchase and with a keyed read that asks for one', 'is verified by %s'],
      [receipts, 'verifies after its key was replaced twice, in another process'],
    ],
    'It names': [[receipts, 'says what was delivered, to which reader, under which licence']],
    '`PAYMENT-RESPONSE`': [[evidence, 'comes with a purchase and with a keyed read that asks for one']],
    '`POST /api/v1/receipts': [
      [evidence, 'is redeemed for the same text'],
      [
        receipts,
        'is returned after the article was corrected',
        'is returned after another article took its name, and after the article left the library',
      ],
    ],
    'Any other text': [[evidence, 'is redeemed for the same text']],
  },
  Account: {
    '`GET /api/v1/agent': [
      [account, 'is refused to %s with the exact challenge'],
      [promises, 'answers 401 with the challenge to %s'],
    ],
    'With a token': [
      [
        account,
        'tells plan, scopes and times of a key, and never the key',
        'tells when a token ends, whatever its scopes, where its audience says',
        'lists what was bought while the credential was shown, once, on the mirror that is asked',
      ],
    ],
  },
  Errors: {
    'They are JSON': [
      [behaviour, 'are JSON at %s too, where nothing is, for who would rather have a page'],
      [rules, 'take the form of the protocol they are about, for a wrong method too'],
    ],
    'An unknown route': [[behaviour, 'are JSON at %s too, where nothing is, for who would rather have a page']],
    'A wrong method': [[rules, '%s %s is %i %s']],
    'Bad JSON': [
      [rules, 'name bad JSON, a wrong type, a body over 64 KiB and an Accept that cannot be met'],
      [everyAnswer, 'refuses an Accept that it cannot meet with 406 in its own form'],
    ],
    OPTIONS: [[behaviour, 'leave OPTIONS its 204 with CORS at every path that the description has']],
    HEAD: [[rules, 'answer HEAD as GET without the body, and 304 to the tag of a public answer']],
  },
  Keys: {
    'Only `Authorization': [
      [x402, 'is the answer to `Authorization: %s`, which is no key'],
      [articles, 'takes no other scheme than Bearer for a key'],
    ],
    'A free article': [
      [articles, 'is returned whole whatever the credential when it is free'],
      [opening, decidedAlike],
    ],
    'Of a paid one': [[articles, 'answers 404 with an Error when the slug is unknown (credential %s)']],
    'Then a valid': [
      [opening, decidedAlike],
      [access, 'refuses a token without articles:read with 403'],
    ],
    'So does a': [
      ['src/core/access/files.test.ts', 'opens the article and its files from then on, and no other article'],
    ],
    'A sound payment': [[opening, decidedAlike]],
    'One function': [
      [opening, decidedAlike, 'is decided alike on the reading page, whose reader has a credential or none'],
    ],
    'Every 401': [
      [articles, 'answers 401 with an Error and the challenge when it is paid and the key is invalid'],
      [promises, 'answers 401 with the challenge to %s'],
      [mcp, 'tells the sender of a wrong credential at %s'],
    ],
    'The OAuth endpoints': [[oauth4webapi, 'is challenged with Basic when the secret is wrong']],
    'A token is good': [
      [agents, 'gives a token for the resource "%s" that is good there'],
      ['src/core/authorization/access-tokens.test.ts', 'for %s called at %s: %s'],
    ],
  },
};
