import type { GrantTerms } from '../../src/core/authorization/grants.ts';

/** What a person allowed a program at https://quire.test. */
export const terms: GrantTerms = {
  clientId: 'client_one',
  subject: 'visitor_one',
  plan: 'demo',
  scopes: ['articles:read'],
  resources: ['https://quire.test'],
};
