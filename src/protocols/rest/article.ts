import { type Opened, type Opening, openArticle } from '../../core/access/access.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { findWithdrawal } from '../../core/withdrawn.ts';
import { type Answer, emptyAnswer, jsonAnswer } from '../answer.ts';
import type { Call, Handler } from '../handler.ts';
import { toWireArticle } from '../wire.ts';
import { type ArticlePayments, readOffer } from '../x402/http.ts';

/** GET /api/v1/articles/{slug}: what `openArticle` says, over HTTP (specification section 4 rules 2 and 3). */
export function createArticleHandler(services: Services, payments: ArticlePayments): Handler<'getArticle'> {
  function send(opened: Opened, { request }: Call<'getArticle'>): Answer {
    const { article, settled } = opened;
    return jsonAnswer(toWireArticle(opened, services), {
      headers: {
        'cache-control': article.tier === 'free' ? 'public, max-age=60' : 'private, no-store',
        ...(settled && payments.receiptHeaders(settled, request)),
      },
    });
  }

  function answer(opening: Opening, call: Call<'getArticle'>): Answer {
    switch (opening.kind) {
      case 'opened':
        return send(opening, call);
      case 'challenge': {
        const { article, failed } = opening;
        return payments.refuse(article, { mirror: call.mirror, failed, request: call.request });
      }
      case 'refused':
        throw new ServiceError(opening.reason, opening.detail);
    }
  }

  return (call) => {
    const { params, query, caller, mirror } = call;
    const slug = services.catalogue.presentSlug(params.slug);
    if (slug !== params.slug) {
      return emptyAnswer(308, { location: services.urls.apiArticle(slug, mirror) + call.url.search });
    }
    const withdrawal = findWithdrawal(services, slug);
    if (withdrawal) throw withdrawal;
    const offer = readOffer(call.request);
    const asked = { caller, section: query.section };
    const opening = openArticle(services, slug, offer ? { ...asked, offer, mirror } : asked);
    return opening instanceof Promise ? opening.then((settled) => answer(settled, call)) : answer(opening, call);
  };
}
