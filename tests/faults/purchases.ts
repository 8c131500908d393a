import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from '../support/server.ts';
import { forEach } from './rounds.ts';

/** What a client was told, by the Idempotency-Key it sent. */
export type Acknowledged = Map<string, string>;

async function send(kind: string, name: string, service: Started) {
  const path = kind === 'key' ? '/api/v1/agent/subscribe' : '/checkout_sessions';
  const response = await fetch(service.address + path, { method: 'POST', headers: { 'idempotency-key': name } });
  const body = await response.json();
  return { status: response.status, told: String(kind === 'key' ? body.api_key : body.id) };
}

/**
 * Subscribes and opens checkouts from eight sides until a connection breaks; every answer but 200 is told to
 * `onRefusal`.
 */
export async function buyUntilItBreaks(about: {
  service: Started;
  prefix: string;
  acknowledged: Acknowledged;
  onAcknowledged: (count: number) => void;
  onRefusal?: (status: number) => void;
}): Promise<void> {
  const { service, prefix, acknowledged, onAcknowledged, onRefusal } = about;
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    const kind = lane % 2 ? 'checkout' : 'key';
    for (let number = 0; ; number += 1) {
      const name = `${kind}-${prefix}-${lane}-${number}`;
      const { status, told } = await send(kind, name, service);
      if (status === 200) acknowledged.set(name, told);
      else onRefusal?.(status);
      onAcknowledged(acknowledged.size);
    }
  });
  await Promise.allSettled(lanes);
}

/** A store that has just come back answers 503 with Retry-After for a moment; a client repeats the request. */
async function sendUntilStored(name: string, service: Started) {
  const kind = name.startsWith('key') ? 'key' : 'checkout';
  for (let attempt = 1; ; attempt += 1) {
    const again = await send(kind, name, service);
    if (again.status !== 503 || attempt === 20) return again;
    await sleep(500);
  }
}

/** Those that are gone or others now: a repeat has to be answered with what was said first. */
export async function findLost(acknowledged: Acknowledged, service: Started): Promise<string[]> {
  const lost: string[] = [];
  await forEach(acknowledged, async ([name, told]) => {
    const again = await sendUntilStored(name, service);
    if (again.status !== 200 || again.told !== told) lost.push(`${name}: ${again.status}`);
  });
  return lost;
}
