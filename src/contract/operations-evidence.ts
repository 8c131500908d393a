import type { Operation } from './operation.ts';
import { Article } from './schemas-articles.ts';
import { RedeemRequest, StandingRequest, StandingResponse, VerifyRequest, VerifyResponse } from './schemas-evidence.ts';

const checking = {
  method: 'POST',
  tag: 'Evidence',
  isMirrored: true,
  limit: 'api',
} as const;

const bodyErrors = ['invalid_request', 'invalid_json', 'payload_too_large', 'unsupported_media_type'] as const;

export const evidenceOperations = {
  verifyQuote: {
    ...checking,
    path: '/api/v1/verify',
    takesTurns: true,
    summary: 'Check quotes',
    description:
      'Says of up to 20 quotes whether a published text has them, where, and whether that text may still be cited. No key is needed; the words of paid articles are found only for a caller who may read them. Each quote counts as one call.',
    scope: 'articles:read',
    body: { schema: VerifyRequest, isRequired: true, isValidated: true },
    responses: { 200: { description: 'What became of each quote.', schema: VerifyResponse } },
    errors: [...bodyErrors, 'invalid_key', 'store_unavailable'],
  },
  getStanding: {
    isDetail: true,
    ...checking,
    path: '/api/v1/standing',
    summary: 'Check citations',
    description:
      'Says of up to 100 citations whether each text is current, corrected, superseded or withdrawn, since when and why, and what to cite instead.',
    scope: 'articles:read',
    body: { schema: StandingRequest, isRequired: true, isValidated: true },
    bodyLimit: 512 * 1024,
    responses: { 200: { description: 'How each citation stands.', schema: StandingResponse } },
    errors: [...bodyErrors, 'invalid_key'],
  },
  redeemReceipt: {
    isDetail: true,
    ...checking,
    path: '/api/v1/receipts/redeem',
    summary: 'Read again what a receipt is for',
    description:
      'Returns the text that was delivered with a receipt, also after its article was corrected or renamed. Whoever has the receipt may read the text: keep it like a key.',
    body: { schema: RedeemRequest, isRequired: true, isValidated: true },
    responses: { 200: { description: 'The text of the receipt.', schema: Article } },
    errors: [...bodyErrors, 'version_not_found', 'article_withdrawn', 'store_unavailable'],
  },
} as const satisfies Record<string, Operation>;
