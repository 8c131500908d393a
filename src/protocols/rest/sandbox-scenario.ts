import { z } from 'zod';
import {
  generalScenarios,
  isSandboxScenario,
  sandboxScenarios,
  scenarioHeader,
} from '../../contract/sandbox-scenarios.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import { ArticleWithdrawn } from '../../core/withdrawn.ts';
import { copyArticle } from '../../library/article-rows.ts';
import type { PublicArticle } from '../../library/library.ts';
import { maxArticlePrice, readArticlePrice } from '../../library/price.ts';
import type { Call, Handler } from '../handler.ts';
import { type HttpResponse, jsonResponse } from '../http.ts';
import type { ArticlePayments } from '../x402/payment-headers.ts';

const Members = z.record(z.string(), z.unknown());
const slowMs = 3_000;
const day = '2026-01-15';

/** The endpoint whose response a scenario replaces. */
export interface Endpoint {
  read: Handler<'getArticle'>;
  services: Services;
  payments: ArticlePayments;
}

/**
 * Plays a scenario that any operation of the sandbox mirror can meet: an error, or a wait. Those of articles are left
 * to their endpoint.
 * @throws ServiceError the error of the scenario; invalid_request for one that the operation does not have
 */
export async function meetScenario(name: string, { isArticle }: { isArticle: boolean }): Promise<void> {
  switch (name) {
    case 'rate_limited':
      throw new ServiceError('rate_limited', undefined, { retryAfter: 30 });
    case 'unavailable':
      throw new ServiceError('store_unavailable', undefined, { retryAfter: 5 });
    case 'expired_key':
      throw new ServiceError('invalid_key');
    case 'slow':
      return new Promise((done) => setTimeout(done, slowMs));
  }
  if (isArticle && isSandboxScenario(name)) return;
  const known = isArticle ? Object.keys(sandboxScenarios) : generalScenarios;
  throw new ServiceError('invalid_request', `${scenarioHeader}: there are ${known.join(', ')}.`);
}

/**
 * Returns what a client of the sandbox wants to be tested with, instead of the response to its request.
 * @throws ServiceError the error of the scenario; article_not_found as the endpoint does
 */
export async function playScenario(name: string, call: Call<'getArticle'>, endpoint: Endpoint): Promise<HttpResponse> {
  const { catalogue } = endpoint.services;
  const article = catalogue.find(catalogue.presentSlug(call.params.slug));
  if (!article) throw new ServiceError('article_not_found');
  return play(name, { article, call, endpoint });
}

async function play(
  name: string,
  about: { article: PublicArticle; call: Call<'getArticle'>; endpoint: Endpoint },
): Promise<HttpResponse> {
  const { article, call, endpoint } = about;
  const { read, services, payments } = endpoint;
  const { mirror, request } = call;
  switch (name) {
    case 'withdrawn':
      throw new ArticleWithdrawn({ date: day, reason: 'A scenario of the sandbox.', replacement: services.urls.home });
    case 'corrected':
      return correct(await read(call));
    case 'price_changed': {
      const { price } = readArticlePrice(services.library.tiers, article);
      const changed = Math.round((price < maxArticlePrice ? price + 0.01 : price - 0.01) * 100) / 100;
      return payments.refuse(copyArticle(article, { price: changed }), { mirror, failed: undefined, request });
    }
    case 'payment_refused': {
      const failed = { kind: 'failed', attempt: 'payment', reason: 'invalid_exact_evm_signature', version: 2 } as const;
      return payments.refuse(article, { mirror, failed, request });
    }
    default:
      return read(call);
  }
}

function correct(response: HttpResponse): HttpResponse {
  if (response.status !== 200 || typeof response.body !== 'string') return response;
  const reason = 'A scenario of the sandbox: the second table had a wrong sum.';
  const standing = { standing: 'corrected', standing_since: day, standing_reason: reason };
  const body = { ...Members.parse(JSON.parse(response.body)), ...standing, corrections: [{ date: day, text: reason }] };
  return jsonResponse(body, { headers: { ...response.headers, 'cache-control': 'private, no-store' } });
}
