import type { z } from 'zod';
import type { Account as WireAccount } from '../../contract/schemas-access.ts';
import type { Mirror, Urls } from '../../contract/urls.ts';
import { type Account, readAccount } from '../../core/account/account.ts';
import { ServiceError } from '../../core/service-error.ts';
import type { Services } from '../../core/services.ts';
import type { Handler } from '../handler.ts';
import { jsonResponse } from '../http.ts';

/**
 * GET /api/v1/agent/account: the protected path of specification section 7. Without a credential, or with an invalid
 * one, 401.
 */
export function createAccountHandler(services: Services): Handler<'getAccount'> {
  return async ({ caller, mirror }) => {
    switch (caller.kind) {
      case 'anonymous':
        throw new ServiceError('unauthorized');
      case 'invalid':
        throw new ServiceError('invalid_key');
      case 'subscriber': {
        const account = await readAccount(services, caller);
        const headers = { 'cache-control': 'private, no-store' };
        return jsonResponse(toWireAccount(account, { urls: services.urls, mirror }), { headers });
      }
    }
  };
}

const dateTime = (at: number) => new Date(at).toISOString();

function toWireAccount(
  account: Account,
  { urls, mirror }: { urls: Urls; mirror: Mirror },
): z.infer<typeof WireAccount> {
  const { id, plan, scopes, createdAt, expiresAt, bought } = account;
  return {
    id,
    plan,
    scopes: [...scopes],
    created: createdAt === undefined ? null : dateTime(createdAt),
    expires: expiresAt === undefined ? null : dateTime(expiresAt),
    bought: bought.map(({ slug, paidAt }) => ({
      slug,
      url: urls.apiArticle(slug, mirror),
      paid: dateTime(paidAt),
    })),
  };
}
