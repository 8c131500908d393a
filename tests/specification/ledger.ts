import { readFields } from './specification-document.ts';

const articles = 'tests/specification/articles.test.ts';
const access = 'tests/specification/access.test.ts';
const protocols = 'tests/specification/protocols.test.ts';
const rules = 'tests/specification/rules.test.ts';
const promises = 'tests/specification/promises.test.ts';
const shapes = 'tests/specification/shapes.test.ts';
const deprecation = 'tests/contract/deprecation.test.ts';
const sdk = 'tests/conformance/mcp-sdk-client.test.ts';

/** A file of tests, and the tests in it that assert one demand. */
export type Proof = readonly [file: string, ...tests: string[]];

const eachField = '$shape has $path as $type';

/**
 * Each demand of docs/specification.md, sentence by sentence, by where it stands: the file and the tests in it that
 * assert that very thing.
 */
const demands: Readonly<Record<string, Proof>> = {
  '1 item 1': [articles, 'holds free and paid articles, each as an ArticleSummary'],
  '1 item 1, sentence 2': [shapes, 'tells a tier by one of two words'],
  '1 item 2': [articles, 'is returned whole without a credential when it is free'],
  '1 item 3': [
    articles,
    'answers 402 with a PaymentError when it is paid and no key is sent',
    'answers 401 with an Error and the challenge when it is paid and the key is invalid',
    'answers 200 with an Article when it is paid and the key is valid',
  ],
  '1 item 4': [access, 'hands out a demo key with both scopes, the tool server and the docs'],
  '1 item 4, sentence 2': [promises, 'is not part of a subscription, which says so'],
  '1 item 4, sentence 3': [promises, 'is not part of a subscription, which says so'],
  '1 item 5': [
    promises,
    'is kept: each operation of version 1 is called, placed, asked and answered as it was promised',
  ],
  '1 item 6': [rules, 'mirrors every /api/v1 address and says so in X-Sandbox, which /api/v1 does not send'],
  '1 item 6, sentence 2': [
    promises,
    'is never more than a test: whatever is offered, here and in the sandbox, is on a test network',
  ],
  '1 item 6, sentence 3': [
    promises,
    'is never more than a test: whatever is offered, here and in the sandbox, is on a test network',
  ],
  '1 item 7': [rules, 'describe the API by OpenAPI 3.1, version 0.1.0, with production and sandbox as servers'],
  '1 item 7, sentence 2': [
    rules,
    'describe the API by OpenAPI 3.1, version 0.1.0, with production and sandbox as servers',
  ],
  '1 item 7, sentence 3': [rules, '%s is served as %s'],
  '1 item 8': [promises, 'is declared by x402 for one endpoint of one resource, with where a key and the prices are'],
  '1 item 8, sentence 2': [
    promises,
    'is declared by x402 for one endpoint of one resource, with where a key and the prices are',
  ],
  '1 item 8, sentence 3': [
    promises,
    'is declared by x402 for one endpoint of one resource, with where a key and the prices are',
  ],
  '1 item 8, sentence 4': [
    promises,
    'is declared by x402 for one endpoint of one resource, with where a key and the prices are',
  ],
  '2 SubscribeResponse prose 1': [access, 'hands out a demo key with both scopes, the tool server and the docs'],
  '3 free': [articles, 'is returned whole without a credential when it is free'],
  '3 paid': [
    articles,
    'answers 402 with a PaymentError when it is paid and no key is sent',
    'answers 401 with an Error and the challenge when it is paid and the key is invalid',
    'answers 200 with an Article when it is paid and the key is valid',
  ],
  '3 demo': [promises, 'is not part of a subscription, which says so'],
  '4 prose 1': [promises, 'is the one that all paths are relative to, by the first server of the description'],
  '4 prose 1, sentence 2': [
    rules,
    'mirrors every /api/v1 address and says so in X-Sandbox, which /api/v1 does not send',
  ],
  '4 prose 1, sentence 3': [promises, 'answers JSON at every endpoint that has a body, when nothing else is asked for'],
  '4 prose 2': [
    promises,
    'is kept: each operation of version 1 is called, placed, asked and answered as it was promised',
  ],
  '4 1': [articles, 'starts at page 1 with 10 articles'],
  '4 2': [promises, 'is kept: each operation of version 1 is called, placed, asked and answered as it was promised'],
  '4 3': [articles, 'names at least a free and a paid tier, and the 402 asks the price of the paid one'],
  '4 4': [access, 'works without a body, a Content-Type or an Origin'],
  '4 5': [
    protocols,
    'answers GET as JSON with query_id, query and ranked results',
    'answers as server-sent events when Accept prefers them',
  ],
  '4 6': [protocols, 'answers POST alike'],
  '4 7': [
    protocols,
    'answers initialize with empty params by protocol version 2025-03-26, asked with Content-Type alone',
  ],
  '4 8': [
    protocols,
    'answers initialize with empty params by protocol version 2025-03-26, asked with Content-Type alone',
  ],
  '4 9': [protocols, 'answers OPTIONS with 204 and says that POST is allowed'],
  '4 10': [protocols, 'answers a bare POST with a demo session'],
  '4 rule 1': [articles, 'holds free and paid articles, each as an ArticleSummary'],
  '4 rule 1, sentence 2': [articles, 'is walked to the end by following next, and back by prev'],
  '4 rule 1, sentence 3': [articles, 'is walked to the end by following next, and back by prev'],
  '4 rule 2': [articles, 'is returned whole without a credential when it is free'],
  '4 rule 3': [articles, 'answers 402 with a PaymentError when it is paid and no key is sent'],
  '4 rule 3, sentence 2': [
    articles,
    'answers 401 with an Error and the challenge when it is paid and the key is invalid',
  ],
  '4 rule 3, sentence 3': [articles, 'answers 200 with an Article when it is paid and the key is valid'],
  '4 rule 3, sentence 4': [articles, 'answers 404 with an Error when the slug is unknown (credential %s)'],
  '4 rule 4': [access, 'hands out a demo key with both scopes, the tool server and the docs'],
  '4 rule 4, sentence 2': [promises, 'is not part of a subscription, which says so'],
  '4 rule 5': [sdk, 'searches, then reads what it found'],
  '4 rule 5, sentence 2': [
    protocols,
    'answers initialize with empty params by protocol version 2025-03-26, asked with Content-Type alone',
  ],
  '4 rule 5, sentence 3': [
    protocols,
    'answers initialize with empty params by protocol version 2025-03-26, asked with Content-Type alone',
  ],
  '4 rule 5, sentence 4': [
    protocols,
    'answers initialize with empty params by protocol version 2025-03-26, asked with Content-Type alone',
  ],
  '4 rule 6': [protocols, 'of /mcp are search_articles, get_article and get_pricing'],
  '4 rule 6, sentence 2': [protocols, 'of /mcp/docs are search_docs and read_doc'],
  '5 1, 2': [
    access,
    'gives a token by client credentials that opens a paid article',
    'opens a paid article and the product tool server',
  ],
  '5 3, 4, 5, 6, 8, 10': [
    access,
    'is looked at only where the specification says: prices and questions answer whatever is sent',
  ],
  '5 7': [
    access,
    'opens a paid article and the product tool server',
    'connects the product tool server by a token with mcp:connect, and by no other token',
  ],
  '5 rule 1': [access, 'opens a paid article and the product tool server'],
  '5 rule 2': [access, 'refuses a token without articles:read with 403'],
  '5 rule 2, sentence 2': [
    access,
    'connects the product tool server by a token with mcp:connect, and by no other token',
  ],
  '5 rule 3': [access, 'is described at /.well-known/%s'],
  '5 rule 3, sentence 2': [access, 'is described at /.well-known/%s'],
  '5 rule 3, sentence 3': [access, 'gives a token by client credentials that opens a paid article'],
  '5 rule 4': [access, 'is described at /.well-known/%s', 'names the protected resource and its authorization server'],
  '5 rule 4, sentence 2': [access, 'is described at /.well-known/%s'],
  '5 rule 4, sentence 3': [access, 'has a page for people'],
  '5 rule 5': [promises, 'answers 401 with the challenge to %s'],
  '7 401 endpoint 2': [articles, 'answers 401 with an Error and the challenge when it is paid and the key is invalid'],
  '7 401 protected paths': [promises, 'answers 401 with the challenge to %s'],
  '7 402 endpoint 2': [articles, 'answers 402 with a PaymentError when it is paid and no key is sent'],
  '7 404 endpoint 2': [articles, 'answers 404 with an Error when the slug is unknown (credential %s)'],
  '7 item 1': [shapes, eachField],
  '7 item 2': [shapes, eachField],
  '7 item 3': [protocols, 'carries failures in the JSON-RPC error object'],
  '8 item 1': [rules, 'are told on every API answer, in the old form and in the IETF one'],
  '8 item 2': [articles, 'starts at page 1 with 10 articles'],
  '9 rule 1': [promises, 'stands in the path of every operation below /api'],
  '9 rule 1, sentence 2': [
    promises,
    'leaves /api/v2 to what would break it: nothing is there yet, and the changelog says what it is for',
  ],
  '9 rule 2': [
    deprecation,
    'announces a deprecation by the Sunset header of the operation, and by no header of another',
    'announces a deprecation in the changelog of the developer page',
    'serves no deprecation that ends under 90 days after it begins',
  ],
  '9 rule 3': [
    protocols,
    'answers initialize with empty params by protocol version 2025-03-26, asked with Content-Type alone',
  ],
  '9 rule 4': [rules, 'describe the API by OpenAPI 3.1, version 0.1.0, with production and sandbox as servers'],
};

/**
 * Every demand, and every field of every shape: those are read from the specification and compared with answers one by
 * one.
 */
export const ledger: Readonly<Record<string, Proof>> = {
  ...Object.fromEntries(readFields().map(({ shape, path }) => [`2 ${shape} ${path}`, [shapes, eachField]])),
  ...demands,
};
