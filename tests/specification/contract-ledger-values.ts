import type { ContractLedger } from './contract-ledger.ts';

const access = 'tests/specification/access.test.ts';
const articles = 'tests/specification/articles.test.ts';
const protocols = 'tests/specification/protocols.test.ts';
const rules = 'tests/specification/rules.test.ts';
const values = 'tests/specification/contract-values.test.ts';
const behaviour = 'tests/specification/contract-behaviour.test.ts';
const opening = 'tests/contract/one-opening.test.ts';
const account = 'tests/contract/account.test.ts';
const documents = 'tests/architecture/documents.test.ts';
const config = 'src/server/process/config.test.ts';
const durability = 'tests/security/durability.test.ts';
const paidBodies = 'tests/security/paid-bodies.test.ts';
const smallLibraries = 'tests/publications/small-libraries.slow.test.ts';
const subscriptions = 'src/core/subscriptions/subscriptions.test.ts';
const ask = 'src/protocols/nlweb/ask-handlers.test.ts';
const keys = 'src/core/access/keys.test.ts';
const engine = 'src/search/engine.test.ts';
const own = 'tests/search/own-questions.test.ts';
const quoting = 'src/core/quoted-passages.test.ts';
const x402 = 'tests/conformance/x402-clients.test.ts';
const acpStrict = 'tests/conformance/acp-strict.test.ts';

const decidedAlike = 'with %s is decided alike in core, REST and the tool server';
const asksToPay = 'answers 402 with a PaymentError when it is paid and no key is sent';
const opens = 'answers 200 with an Article when it is paid and the key is valid';
const keyIsGiven = 'hands out a demo key with both scopes, the tool server and the docs';
const bothVersions = 'is the PaymentError of the specification and, by the reference schemas, x402 of both versions';

/** Of docs/contract.md: names and values. */
export const ofValues: ContractLedger = {
  Key: {
    'The default prefix': [[access, keyIsGiven]],
    'A key that was given': [
      [keys, 'a key given under a former prefix stays one, and under no other than it was given with'],
    ],
  },
  Environment: {
    'What differs': [[documents, 'has the settings that docs/contract.md lists, and no other']],
    '`SEARCH_ENGINE` is': [[config, 'knows two search engines, and takes one when nothing is set']],
    '`RATE_LIMIT_PER_MINUTE` is 600': [
      [config, 'allows 600 requests and 10 subscriptions a minute when nothing is set'],
    ],
  },
  Publication: {
    'What belongs': [[smallLibraries, 'never says what the software is called', 'costs the same in every place']],
  },
  'Base URL': {
    '`{base_url}` comes': [
      [behaviour, 'is the configured one in every address of an answer, whatever Host header came'],
    ],
    'Its default': [
      [config, 'needs nothing to be set', 'lets the base URL follow the port, and an empty value count as unset'],
    ],
    'It is written': [[config, 'says every mistake at once, each in a sentence that names the variable']],
    'A build made': [
      [durability, 'refuses to start under another address than it was built for, and names the command'],
    ],
  },
  'Article.url': { 'It is the human page': [[articles, 'holds free and paid articles, each as an ArticleSummary']] },
  docs_url: {
    'It is `{base_url}': [[rules, '%s %s is %i %s']],
    'Every code': [[rules, 'are documented one by one at their docs_url']],
  },
  date: { 'A day': [[articles, 'holds free and paid articles, each as an ArticleSummary']] },
  'Article.id': {
    'It is stable': [[values, 'has the id of its front matter, or else its slug']],
    'What was bought': [
      [
        'src/core/payment/purchases.test.ts',
        'follows the id to another slug, and another article at the old slug is not opened',
        'without an id follows the text to another slug, and another article at the old slug is not opened',
      ],
    ],
  },
  access_level: {
    '`public`': [[articles, 'is returned whole without a credential when it is free']],
    '`subscriber`': [
      [articles, opens],
      [opening, decidedAlike],
    ],
    '`purchase`': [[x402, 'pays a version 2 challenge and reads the whole article']],
  },
  markdown: {
    'It is the author': [[values, 'has the markdown of its author without front matter, and the digest of just that']],
    'Links within the publication': [[values, 'has links within the publication as paths, without the host']],
    'That of a paid': [
      [
        paidBodies,
        'is in no answer to anybody without a credential, on any surface',
        'is in no answer that was made at the build',
      ],
    ],
  },
  'Additive fields': {
    'An Article may': [[values, 'has additive members that OpenAPI describes']],
    'An ArticleSummary': [
      [values, 'has a summary with a few of them at most, and says there that it is withdrawn only when it is'],
    ],
  },
  payment: {
    'In a 402': [
      [articles, asksToPay],
      [x402, bothVersions],
    ],
    'The 402 also': [
      [
        values,
        'says in its 402 what a purchase returns and its public record: version, corrections, citation and the like',
      ],
    ],
    'There the public record': [
      [
        values,
        'says in its 402 what a purchase returns and its public record: version, corrections, citation and the like',
      ],
    ],
    'The header block': [
      [
        'tests/conformance/x402-proxies.test.ts',
        'has header blocks under 3.5 KB in the 402 of each paid article, on both mirrors, after a failed payment too',
      ],
    ],
  },
  'Pricing.tiers': {
    'They come from': [[values, 'stands in one file of the owner, with one of four periods']],
    'There is at least': [
      [articles, 'names at least a free and a paid tier, and the 402 asks the price of the paid one'],
    ],
    '`period`': [[values, 'stands in one file of the owner, with one of four periods']],
  },
  plan: {
    'It is free text': [[values, 'is any text of up to 64 characters']],
    'A plan named': [
      [account, 'tells plan, scopes and times of a key, and never the key'],
      [subscriptions, 'a plan in the price list is known, any other is taken too'],
    ],
    'Any other': [[access, 'takes a plan that is not in the price list and says so; refuses one that is no plan']],
    'One that is not': [
      [access, 'takes a plan that is not in the price list and says so; refuses one that is no plan'],
    ],
  },
  'CheckoutSession.status': {
    'It has the vocabulary': [
      [acpStrict, 'goes from created to completed, is valid ACP at every step, and hands out a working key'],
    ],
    'A demo session': [[protocols, 'answers a bare POST with a demo session']],
  },
  'error.code': { 'The codes': [[documents, 'has every error code that docs/contract.md lists']] },
  query_id: {
    'It is given': [
      [
        ask,
        'keeps the query_id of the client, and says the same to POST as to GET',
        'has the members of the specification, with the best section of each article',
      ],
    ],
  },
  score: {
    'It is 0 to 100': [
      [protocols, 'answers GET as JSON with query_id, query and ranked results'],
      [engine, 'scores the share of the question that was found, so that unknown words make it smaller'],
    ],
    'Words that nothing': [[values, 'scores lower when a word that nothing knows is added to the question']],
    '`_meta.confidence` tells': [
      [ask, 'says in every dialect how sure the answer is'],
      [own, 'are answered for sure or likely about what nothing here is about at most once in thirty'],
    ],
    'It is judged by the first hit': [
      [engine, 'is not confident about a question of which little is found, whatever its words'],
    ],
    'Weaker hits follow': [
      [engine, 'shows what further hits there are when the first answers, however little they carry'],
    ],
    'An answer of confidence': [[ask, 'says in every dialect how sure the answer is']],
    '`mode=summarize`': [
      [values, 'is that nothing answers, where nothing does, rather than the words of a stranger'],
      [quoting, 'quotes the text near the first hit of a sure or likely answer, numbered like the results'],
      [quoting, 'names the closest article and pages of a weak result, with their URLs, and quotes nothing of them'],
    ],
  },
};
