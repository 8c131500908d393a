/** Request header that chooses what the sandbox mirror returns. */
export const scenarioHeader = 'X-Sandbox-Scenario';
/** The same as requests have it: names of fields are read in lower case. */
export const scenarioField = 'x-sandbox-scenario';

/**
 * Cases that a client has to cope with, each by name with what the sandbox does. The same request always gets the same
 * response.
 */
export const sandboxScenarios = {
  rate_limited: '429 with `Retry-After: 30`',
  unavailable: '503 with `Retry-After: 5`',
  slow: 'the usual response after three seconds',
  expired_key: '401, whatever the credential',
  withdrawn: '410 with date, reason and what to read instead',
  corrected: 'the usual response, whose text was corrected',
  price_changed: '402 with a price that differs by 0.01 from the usual one',
  payment_refused: '402 as for a payment whose signature is wrong',
} as const;

/** The scenarios that every operation of the mirror has; the others are of articles. */
export const generalScenarios = ['rate_limited', 'unavailable', 'slow', 'expired_key'] as const;

export type SandboxScenario = keyof typeof sandboxScenarios;

export function isSandboxScenario(name: string): name is SandboxScenario {
  return Object.hasOwn(sandboxScenarios, name);
}
