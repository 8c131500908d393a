import type { ContractLedger } from './contract-ledger.ts';

const scenarios = 'tests/contract/sandbox-scenarios.test.ts';
const access = 'tests/specification/access.test.ts';
const articles = 'tests/specification/articles.test.ts';
const following = 'tests/specification/following.test.ts';
const rules = 'tests/specification/rules.test.ts';
const behaviour = 'tests/specification/contract-behaviour.test.ts';
const everyAnswer = 'tests/contract/every-answer.test.ts';
const callers = 'tests/contract/caller-limits.test.ts';
const limits = 'tests/contract/subscribe-limits.test.ts';
const failures = 'tests/contract/failures.test.ts';
const deprecation = 'tests/contract/deprecation.test.ts';
const health = 'src/server/process/health.test.ts';
const durability = 'tests/security/durability.test.ts';
const subscriptions = 'src/core/subscriptions/subscriptions.test.ts';
const idempotencyKey = 'src/core/subscriptions/idempotency-key.fuzz.test.ts';

const asksToPay = 'answers 402 with a PaymentError when it is paid and no key is sent';
const opens = 'answers 200 with an Article when it is paid and the key is valid';

/** Of docs/contract.md: subscribing, limits and the manners of HTTP. */
export const ofManners: ContractLedger = {
  Subscribe: {
    '`Idempotency-Key`': [
      [
        idempotencyKey,
        'any input gives a printable key of 1 to 255 characters or invalid_request',
        'every printable key is read back from its quoted form',
      ],
    ],
    'The same key': [
      [access, 'repeats the same subscription for the same Idempotency-Key and body'],
      [subscriptions, 'the same key and plan get the same response for 24 hours'],
    ],
    'With another body': [[access, 'refuses the same Idempotency-Key with another body']],
    'While the first': [
      [
        subscriptions,
        'while the first is running, forty others with its Idempotency-Key must wait, and then get the same key',
      ],
      [
        'tests/store/subscribe.test.ts',
        'of forty at once with one Idempotency-Key one runs and the others are told to come back',
      ],
      [
        access,
        'makes one subscription of forty parallel requests with one Idempotency-Key, and answers the early ones 409',
      ],
      [
        'tests/conformance/acp-idempotency.test.ts',
        'makes one session of twenty at once; who comes too early is told when to come back',
      ],
    ],
    'Twenty at once': [
      [limits, 'makes and counts one of forty at once with one key, and tells the others to come back: %s'],
    ],
    'A repeat does not': [
      [limits, 'costs a repeat nothing, however often it comes and even when the limit is used up'],
    ],
    'The record belongs': [
      [limits, 'gives a stranger who sends the Idempotency-Key of another a subscription of its own'],
      [
        'src/server/socket/client-address.test.ts',
        'is of one IPv6 network the same, however its holder moves within it',
      ],
    ],
    'A repeat after': [
      [limits, 'answers the repeat of a revoked subscription 409, and nothing opens with the dead key'],
    ],
    'A bare POST': [[access, 'works without a body, a Content-Type or an Origin']],
  },
  'Rate limits': {
    'They count': [[behaviour, 'is counted by its key where it has one, and by its address where it has none']],
    'A question that': [
      [callers, 'to %s counts five when it has to be searched and one when it was searched before'],
      [callers, 'of twenty messages counts twenty'],
    ],
    'All keys that': [[callers, 'have four times the limit of one: %s']],
    'Typing ahead': [[callers, 'leaves the calls of the API as they were']],
    '`X-RateLimit-Limit`': [
      [rules, 'are told on every API answer, in the old form and in the IETF one'],
      [everyAnswer, 'tells what is left of the limit, on a preflight and on a refusal too'],
    ],
    'With `EDGE_CACHE=on`': [
      [
        'src/server/edge/edge-headers.test.ts',
        'have nothing about one caller, and name the publication and the article',
      ],
      ['tests/faults/edge-cache.test.ts', 'tells callers of what is not shared what is left of their limit'],
    ],
    'Past the limit': [[durability, 'answer 429 with Retry-After past the limit, and count each address apart']],
    'Pages that': [
      [behaviour, 'to a page that computes is limited as one to the API, and each has its id in its line of the log'],
    ],
  },
  Sandbox: {
    'There, `X-Sandbox-Scenario`': [
      [scenarios, '%s is %d, each time'],
      [scenarios, 'corrected is a 200 whose standing says so, and the next request without it is not'],
      [scenarios, 'slow takes three seconds and returns what is usual'],
    ],
    'Every other': [[scenarios, 'is met by every operation of the mirror where it is no case of an article: %s']],
    'Any other value': [[scenarios, '%s is %d, each time']],
    '`/api/v1` ignores': [[scenarios, 'is ignored on /api/v1']],
    '`/api/sandbox': [
      [rules, 'mirrors every /api/v1 address and says so in X-Sandbox, which /api/v1 does not send'],
      ['src/serve/routes.test.ts', 'routes the mirrored operations under the sandbox too, and only those'],
    ],
    '`/api/v1` does': [[rules, 'mirrors every /api/v1 address and says so in X-Sandbox, which /api/v1 does not send']],
    'Links inside': [
      [rules, 'keeps the links of an answer on the mirror'],
      [following, 'stays on the mirror it is asked on'],
    ],
  },
  Health: {
    '`/healthz`': [[health, 'says at /healthz that the process lives, whatever else is wrong']],
    '`/readyz` says': [[health, 'says at /readyz that readers may come, and beside it whether the store records']],
    'When the store': [[health, 'says at /readyz that readers may come, and beside it whether the store records']],
    'It says 503': [
      [health, 'says 503 at /readyz while it drains'],
      [health, 'says 503 at /readyz while a file of the release is damaged, and that the process lives'],
      [
        'tests/faults/store.test.ts',
        'that is %s fails the first write after its timeout, is read all the time, and is back in seconds',
      ],
    ],
    '`/readyz/recording`': [[health, 'says 503 at /readyz/recording when a probe write fails']],
  },
  Headers: {
    'JSON answers': [[behaviour, 'of a JSON answer are those that JSON needs, and none that belongs to a page']],
    'Page headers': [
      [behaviour, 'of a JSON answer are those that JSON needs, and none that belongs to a page'],
      ['tests/security/raw-requests.test.ts', 'sends the security headers once on every kind of answer'],
    ],
  },
  Caching: {
    'Free bodies': [
      [behaviour, 'of everything free let a copy be kept: a strong tag, public, and 304 when it is current'],
    ],
    'A 402': [[articles, asksToPay]],
    'A paid 200': [[articles, opens]],
    '`Vary`': [
      [everyAnswer, 'names in Vary what decides: the key and the payment of an article, the API-Version of a checkout'],
    ],
  },
  CORS: {
    'Any origin': [[rules, 'allow any origin without cookies and expose the headers that agents read']],
    'The headers': [
      [behaviour, 'that agents send are allowed and those that they read are exposed, to a program in any browser'],
    ],
  },
  'Request ids': {
    '`X-Request-Id`': [[rules, 'echo a sane X-Request-Id and replace another']],
    'It is in every log': [
      [behaviour, 'to a page that computes is limited as one to the API, and each has its id in its line of the log'],
    ],
    'It is in every 5xx': [
      [failures, 'a failure of ours is 500 with the id of the request in its body, and no word of what went wrong'],
    ],
  },
  Versioning: {
    'A deprecation': [
      [deprecation, 'announces a deprecation by the Sunset header of the operation, and by no header of another'],
    ],
    'It stands': [[deprecation, 'announces a deprecation in the changelog of the developer page']],
    'The build refuses': [[deprecation, 'serves no deprecation that ends under 90 days after it begins']],
  },
};
