import { openReceipt } from '../../core/access/access.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { describeWithdrawal, findWithdrawal } from '../../core/withdrawn.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';
import { toWireArticle } from '../wire.ts';
import { versionLinks } from '../wire-record.ts';

/** POST /api/v1/receipts/redeem: the text that was delivered with a receipt, for any caller that sends it. */
export function createRedeemHandler(services: Services): Handler<'redeemReceipt'> {
  return async ({ body }) => {
    const claims = await services.receipts.read(body?.receipt ?? '');
    if (!claims)
      throw new ServiceError(
        'invalid_request',
        'This publication did not issue this receipt, or the receipt was changed.',
      );
    const decision = await openReceipt(services, { digest: claims.content_digest, section: claims.section });
    if (decision.kind !== 'opened')
      throw findWithdrawal(services, claims.slug) ?? new ServiceError('version_not_found');
    // Another article may have its slug by now, so its id decides.
    const withdrawn = services.catalogue.findWithdrawnById(decision.article.id);
    if (withdrawn) throw describeWithdrawal(services, withdrawn);
    const article = toWireArticle(decision, services, 'full');
    const link = article.version_url && { link: versionLinks(decision, services) };
    return jsonResponse(article, { headers: { ...link, 'cache-control': 'private, no-store' } });
  };
}
