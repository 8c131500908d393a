import type { ContractLedger } from './contract-ledger.ts';

const answer = 'tests/specification/article-answer.test.ts';
const access = 'tests/specification/access.test.ts';
const protocols = 'tests/specification/protocols.test.ts';
const promises = 'tests/specification/promises.test.ts';
const rules = 'tests/specification/rules.test.ts';
const agents = 'tests/specification/contract-agents.test.ts';
const opening = 'tests/contract/one-opening.test.ts';
const paidBodies = 'tests/security/paid-bodies.test.ts';
const ask = 'src/protocols/nlweb/ask-handlers.test.ts';
const askRequest = 'src/protocols/nlweb/ask-request.test.ts';
const mcp = 'src/protocols/mcp/mcp-handlers.test.ts';
const oldMcp = 'tests/conformance/mcp-2025-03-26.test.ts';
const newMcp = 'tests/conformance/mcp-2026-07-28.test.ts';
const mcpSdk = 'tests/conformance/mcp-sdk-client.test.ts';
const connector = 'tests/conformance/mcp-connector.test.ts';
const sessions = 'tests/conformance/mcp-sessions.test.ts';
const watched = 'src/core/watched-articles.test.ts';
const skills = 'tests/conformance/mcp-skills.test.ts';
const account = 'tests/contract/account.test.ts';
const tokens = 'src/core/authorization/access-tokens.test.ts';
const oauth = 'src/protocols/oauth/oauth-handlers.test.ts';
const openidClient = 'tests/conformance/oauth-openid-client.test.ts';
const oauth4webapi = 'tests/conformance/oauth-oauth4webapi.test.ts';
const clientDocuments = 'src/protocols/oauth/client-documents.test.ts';
const clientSite = 'src/server/process/document-fetcher.test.ts';
const redirectUri = 'src/protocols/oauth/redirect-uri.test.ts';
const x402 = 'tests/conformance/x402-clients.test.ts';
const acpPlain = 'tests/conformance/acp-plain.test.ts';
const acpStrict = 'tests/conformance/acp-strict.test.ts';
const acpIdempotency = 'tests/conformance/acp-idempotency.test.ts';
const checkoutLimits = 'tests/contract/checkout-limits.test.ts';

const decidedAlike = 'with %s is decided alike in core, REST and the tool server';
const withoutHandshake = 'finds, is asked to pay, and reads with a key, without a handshake';
const byCredential = 'answers %s by the credential';
const emptyInitialize =
  'answers initialize with empty params by protocol version 2025-03-26, asked with Content-Type alone';
const hears = 'hears of the articles it subscribed to and of the list, until it unsubscribes';
const overReplicas =
  'a client hears of the article that a release changed, over another replica than its calls, until its session ends';
const bothVersions = 'is the PaymentError of the specification and, by the reference schemas, x402 of both versions';

/** Of docs/contract.md: /ask, the tool servers, OAuth, payment and checkout. */
export const ofAgents: ContractLedger = {
  'One article': {
    '`?ask=` on': [[answer, 'quotes the section of this article that answers, and no shared cache stores it']],
    'Without a right': [[answer, 'answers from the public part of a paid article, and from all of it with a key']],
    'A question that': [[answer, 'says what is wrong with a question']],
    'The response is': [[answer, 'quotes the section of this article that answers, and no shared cache stores it']],
  },
  '/ask': {
    'It is JSON': [[ask, 'goes by %s']],
    '`streaming=0`': [
      [ask, 'goes by %s'],
      [askRequest, 'takes streaming=%s for %s'],
    ],
    'A missing': [[protocols, 'refuses %s with missing_query']],
    'One over': [[askRequest, 'rejects %s with %s']],
    'A string query': [[ask, 'has the members of the specification, with the best section of each article']],
    'Its events': [
      ['tests/conformance/nlweb-js-client.test.ts', 'lists our articles and closes at the end'],
      ['tests/conformance/nlweb-search-components.test.ts', 'shows our articles with their summary, best first'],
    ],
    'An anonymous': [
      ['tests/contract/swapped-bodies.test.ts', 'changes no byte of the public library or of any anonymous answer'],
      [paidBodies, 'is in no answer of /ask or of the tool servers, asked in its own words'],
    ],
    'Whole sold': [
      [mcp, 'searches paid words only for a caller with access'],
      [ask, 'is found for a key with articles:read, in JSON and in a stream'],
      [ask, 'is found for no caller %s, even right after a key holder'],
    ],
    'The first result may': [
      [ask, 'has the section that matches next best beside the best, of the first result alone'],
    ],
    'A result whose section': [
      ['src/protocols/nlweb/cached-answers.test.ts', 'writes the price of a result whose section is paid, as in a 402'],
      ['src/core/question-answering.test.ts', 'has the price of a section that is paid, only where it may not be read'],
    ],
    '`pages` are the matching': [[ask, 'are the matching pages of the site, in every dialect']],
    'A question that asks for a list': [[ask, 'is the list that was requested, and the results are its articles']],
    '`_meta.question_language` names': [
      [ask, 'says in which language a question is that the articles are not in, as JSON and in every stream'],
    ],
    'MCP `search_articles` returns it': [[mcp, 'names the language of a question that the articles are not in']],
  },
  'MCP versions': {
    '2025-03-26, 2025': [[oldMcp, 'negotiates each supported version, and the latest for an unknown one']],
    '2026-07-28': [
      [
        newMcp,
        withoutHandshake,
        'says what it is without a handshake',
        'gives the same tools and the same article as the older revisions, in its own envelope',
      ],
    ],
    '`initialize`': [[oldMcp, 'initialises with empty or absent params and only a Content-Type, on both servers']],
    'So does': [[protocols, emptyInitialize, 'carries failures in the JSON-RPC error object']],
  },
  'MCP methods': {
    'They are': [
      [agents, 'have %s'],
      [mcpSdk, 'lists, templates and reads resources', 'gets prompts, with their arguments completed'],
      [oldMcp, 'accepts notifications with 202 and no body'],
    ],
    'On `/mcp`': [[sessions, hears]],
  },
  'MCP sessions': {
    'On `/mcp`': [
      [oldMcp, 'names its server, begins a session where articles change, and answers without one'],
      [sessions, 'begins with the result of initialize, and never with an error'],
    ],
    'Every other': [[oldMcp, 'names its server, begins a session where articles change, and answers without one']],
    'A session that': [
      [
        sessions,
        'is unknown when it is forged, of another server or of another caller',
        'that was ended has no stream and no subscription, in either replica',
        'opens no paid article: that takes the credential, in a session too',
      ],
    ],
    'In a session': [
      [sessions, hears, 'reports on one replica what its client subscribed to on another'],
      [watched, 'watches at most 100 articles'],
      ['tests/publications/watching.slow.test.ts', overReplicas],
    ],
    'It ends': [[sessions, 'has one stream: a new one ends the one before', 'a stopping process ends its streams']],
    Subscriptions: [
      [watched, 'is forgotten a day after it began, unless its client listens in the second half of the day'],
    ],
    'GET without': [
      [oldMcp, 'has no stream to open and nothing to end without a session'],
      [sessions, 'gets 405, and the client does without: no session, or too many streams of one address'],
    ],
    DELETE: [[oldMcp, 'opens the stream of a session at once, and ends the session']],
  },
  'MCP skills': {
    'Every tool': [[skills, 'are declared by %s and pass the conformance suite']],
    'An entry': [[skills, 'have the front matter and the digest of the file that %s returns']],
    'An unknown': [[skills, 'are refused at %s by -32602 when there is none with the URI']],
  },
  'MCP registry': { '`/mcp/server': [[skills, 'have an entry for the registry at %s/server.json']] },
  'MCP failures': {
    'They are JSON-RPC': [
      ['src/protocols/mcp/json-rpc.test.ts', 'reads %s as %s'],
      [protocols, 'carries failures in the JSON-RPC error object'],
    ],
    'An unknown tool': [
      [agents, 'that %s does not have are refused as bad params'],
      [mcp, byCredential, 'refuses %j', 'are not at %j'],
    ],
    'A bug': [[mcp, 'tells the log of a bug, and the client only its request id']],
    'A paid article': [[mcp, byCredential]],
    'The message of': [[mcp, 'about %s']],
    'Its `message`': [[mcp, 'says in the message alone what it costs, where a key is given and where to read on']],
    'Its `data`': [[mcp, 'says the same as the HTTP 402 in the data of error 402, and no paid word']],
    'A payment': [['tests/conformance/mcp-payment.test.ts', 'takes a version 1 payment too']],
  },
  'MCP credentials': {
    'A missing': [
      [oldMcp, 'answers an invalid credential with 401 and the challenge of the specification, and asks for none'],
    ],
    'An invalid': [[mcp, 'tells the sender of a wrong credential at %s']],
    '`mcp:connect`': [[mcp, 'asks a credential for mcp:connect', byCredential]],
  },
  'MCP tools': {
    'Their arguments': [[agents, 'at %s: %s takes {%s}']],
    'Each has': [[mcpSdk, 'finds the tools of the specification, each described, with schemas and annotations']],
    'Each answers': [[agents, 'answer text for every client and the same as an object']],
    'A slug may be': [[mcp, '%s is read as its slug and section']],
    '`detail: ': [
      [mcp, 'is a normal result without a credential: headings, preview, standing and citation, and no paid word'],
    ],
    'A search result': [[mcp, 'is found by the section that a search result names']],
  },
  'MCP connector': {
    '`/mcp/connector` has': [
      [connector, 'has the tools search, fetch and verify_quote and no other'],
      [agents, 'at %s: %s takes {%s}'],
    ],
    '`search` returns': [
      [connector, 'returns id, title and URL of each article that search found, and cites the section'],
    ],
    '`fetch` returns': [
      [
        connector,
        'fetches a free article whole, with citation, licence and standing, and cites the version it returned',
      ],
    ],
    'Of a paid': [
      [
        connector,
        'returns preview, standing and how to buy of a paid article, never an error, and all of it for a key',
      ],
    ],
    'Only a payment': [[connector, 'returns an error for a payment that failed']],
    '`_meta.citations`': [
      [
        connector,
        'fetches a free article whole, with citation, licence and standing, and cites the version it returned',
      ],
      [connector, 'checks a quote with the operation that the API uses, and cites where it is'],
    ],
  },
  OAuth: {
    'The issuer': [
      [access, 'is described at /.well-known/%s', 'names the protected resource and its authorization server'],
    ],
    '`{base_url}/agent/auth/token`': [
      [oauth4webapi, 'buys a token with a demo key by %s and validates it as a resource server would'],
    ],
    'A demo key': [[access, 'gives a token by client credentials that opens a paid article']],
    'It takes': [[openidClient, 'registers, asks for consent, redeems the code, refreshes, introspects and revokes']],
    '`resource`': [
      [agents, 'gives a token for the resource "%s" that is good there'],
      [oauth, 'refuses %s: %i %s'],
    ],
    Registration: [[openidClient, 'registers, asks for consent, redeems the code, refreshes, introspects and revokes']],
    'Redirect addresses': [[redirectUri, 'may be %s', 'may not be "%s"']],
    'An error': [
      [oauth, 'shows an error page for %s and does not redirect, whatever was decided'],
      [
        'tests/publications/german.test.ts',
        'asks for consent in German, and shows there what is wrong with the request of an application',
      ],
    ],
    'Only what': [[oauth, 'sends the browser back only when a person allowed or denied']],
    'Users of': [
      [account, 'of one user of a client shows nothing of another user of it, and each has a limit of its own'],
      [tokens, 'of client %s speaks for the person who consented, not for all who use the client'],
    ],
    'Client ID': [
      [
        clientDocuments,
        'does not have %s as ID, and no host is requested',
        'is read once for many concurrent callers and cached as its site says; an error is not cached',
      ],
      [
        clientSite,
        'is not asked for on this machine or its network, by number or by name',
        'is not requested from a name with both public and private IP addresses',
        'is not taken from %s',
        'is not taken when it is over 10 KiB, and not read on',
        'is waited for three seconds in all, for its name and for its body',
      ],
    ],
    'One client': [
      [
        clientSite,
        'with four readings that are not answered is refused a fifth, and takes nothing from another caller',
        'waits for no one else: 64 readings at once are the most, of many callers',
      ],
    ],
    'A document': [
      [clientSite, 'cannot tell failures apart by how long they take: each lasts until the time is over'],
      [clientDocuments, 'is refused in the one sentence of a document that cannot be read with one %s'],
    ],
    'The consent page': [[clientDocuments, 'is shown to the person with the host that published it']],
    'Errors are': [
      [oauth, 'refuses %s: %i %s'],
      [rules, 'take the form of the protocol they are about, for a wrong method too'],
    ],
    '`/agent/auth` is': [
      [access, 'has a page for people'],
      [oauth, 'registers anonymously with a demo key'],
    ],
    'Protected-resource': [
      [agents, 'protects the whole, the tool servers and the API by a document each, which name one issuer'],
    ],
  },
  x402: {
    'A 402': [
      [
        x402,
        bothVersions,
        'pays a version 2 challenge and reads the whole article',
        'pays from the body alone as version 1 does',
      ],
    ],
    'It is on': [
      [promises, 'is never more than a test: whatever is offered, here and in the sandbox, is on a test network'],
    ],
    'The price': [['src/library/price.test.ts', 'may be what every client pays and no more']],
    'An article may': [
      ['tests/contract/one-price.test.ts', 'is the same on every surface, and what a payment is checked against (%s)'],
    ],
    'A payment is verified': [
      [
        'tests/conformance/x402-offline.test.ts',
        'verifies, settles, refuses and readmits without opening one connection',
      ],
    ],
    Replays: [
      [
        'tests/conformance/x402-rejections.test.ts',
        'in this process, in another, for another article, as another version',
        'after a restart',
      ],
    ],
    'A payment that was': [
      [
        'src/core/payment/interrupted.test.ts',
        '%s is finished by sending it again, and opens once',
        'gives the wallet access once it is complete, even without a response',
      ],
    ],
    'A purchase opens': [
      [
        'src/core/access/files.test.ts',
        'is opened by a payment for the article, with the receipt, and then by signing in',
        'opens the article and its files from then on, and no other article',
        'has signed URLs of its files, in the text too, and the digest of the text without signatures',
      ],
    ],
    'The 402 and': [
      [
        'src/protocols/purchase-terms.test.ts',
        'say what a purchase includes, and that a section buys the whole article',
      ],
    ],
    'Nothing is ever': [
      [
        'tests/conformance/x402-offline.test.ts',
        'verifies, settles, refuses and readmits without opening one connection',
      ],
      [x402, 'pays a version 2 challenge and reads the whole article'],
    ],
    'A v2 payment': [[opening, decidedAlike]],
  },
  Checkout: {
    'Without `API-Version`': [[acpPlain, 'starts from a bare POST without body or Content-Type']],
    'With `API-Version`': [
      [
        acpStrict,
        'goes from created to completed, is valid ACP at every step, and hands out a working key',
        'is canceled once and then takes nothing more',
      ],
    ],
    'That has': [
      [acpIdempotency, 'demands a key on every POST', 'replays the same answer for JSON that means the same'],
      ['tests/conformance/acp-strict.test.ts', 'for another version, with the one that is spoken'],
    ],
    'A session that is opened': [
      [
        checkoutLimits,
        'is counted by address with subscriptions, to the tenth in a minute',
        'costs a repeat nothing, however often it comes and even when the limit is used up',
      ],
    ],
  },
};
