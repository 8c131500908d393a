import { scenarioField } from '../../contract/sandbox-scenarios.ts';
import { openArticle } from '../../core/access/access.ts';
import type { AccessDecision, GrantedAccess } from '../../core/access/access-decision.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { findWithdrawal } from '../../core/withdrawn.ts';
import type { Call, Handler } from '../handler.ts';
import { emptyResponse, type HttpResponse, jsonResponse } from '../http.ts';
import { toWireArticle } from '../wire.ts';
import { versionLinks } from '../wire-record.ts';
import { type ArticlePayments, prefersReceipt, readPaymentAttempt } from '../x402/payment-headers.ts';
import { playScenario } from './sandbox-scenario.ts';

/** GET /api/v1/articles/{slug}: what `openArticle` says, over HTTP (specification section 4 rules 2 and 3). */
export function createArticleHandler(services: Services, payments: ArticlePayments): Handler<'getArticle'> {
  function send(opened: GrantedAccess, call: Call<'getArticle'>): HttpResponse | Promise<HttpResponse> {
    const { request } = call;
    const isWanted = prefersReceipt(request.headers);
    if (!opened.settled && !isWanted) return write(opened, request, undefined);
    return services.receipts.issue(opened, { ...call, isWanted }).then((signed) => write(opened, request, signed));
  }

  function write(opened: GrantedAccess, request: Call['request'], signed: string | undefined): HttpResponse {
    const { article, settled } = opened;
    const link = versionLinks(opened, services);
    return jsonResponse(
      { ...toWireArticle(opened, services), receipt: signed },
      {
        headers: {
          link,
          'cache-control': article.tier === 'free' && !signed ? 'public, max-age=60' : 'private, no-store',
          // RFC 7240 section 3.
          ...(signed && !settled && { 'preference-applied': 'receipt' }),
          ...(settled && payments.receiptHeaders(settled, request, { signed, link })),
        },
      },
    );
  }

  function respond(decision: AccessDecision, call: Call<'getArticle'>): HttpResponse | Promise<HttpResponse> {
    switch (decision.kind) {
      case 'opened':
        return send(decision, call);
      case 'challenge': {
        const { article, failed } = decision;
        return payments.refuse(article, { mirror: call.mirror, failed, request: call.request });
      }
      case 'refused': {
        const withdrawal = decision.reason === 'article_not_found' && findWithdrawal(services, call.params.slug);
        throw withdrawal || new ServiceError(decision.reason, decision.detail);
      }
    }
  }

  const read: Handler<'getArticle'> = (call) => {
    const { params, query, caller, mirror } = call;
    const slug = services.catalogue.presentSlug(params.slug);
    if (slug !== params.slug) {
      return emptyResponse(308, { location: services.urls.apiArticle(slug, mirror) + call.url.search });
    }
    const attempt = readPaymentAttempt(call.request);
    const request = { caller, section: query.section, version: query.version };
    const decision = openArticle(services, slug, attempt ? { ...request, attempt, mirror } : request);
    return decision instanceof Promise ? decision.then((ready) => respond(ready, call)) : respond(decision, call);
  };

  return (call) => {
    const scenario = call.mirror === 'sandbox' ? call.request.headers.get(scenarioField) : null;
    return scenario === null ? read(call) : playScenario(scenario, call, { read, services, payments });
  };
}
