import { expect, test } from 'vitest';
import { addressesOf } from '../../../tests/support/many-networks.ts';
import { minuteMs } from '../../library/durations.ts';
import { createOpeningLimit } from './opening-limit.ts';

test.each(addressesOf)(
  'the clients of $name together open $times times as many publications in a minute as one',
  ({ nth, times, other }) => {
    const clock = { at: Date.UTC(2026, 10, 20) };
    const open = createOpeningLimit({ limit: 20, seed: 7, now: () => clock.at });
    const tryToOpen = (address: string) => {
      try {
        open(address);
        return true;
      } catch {
        return false;
      }
    };
    const openAll = () => Array.from({ length: 500 }, (_, at) => tryToOpen(nth(at))).filter(Boolean);
    expect(openAll()).toHaveLength(20 * times);
    expect(() => open(nth(1))).toThrow(expect.objectContaining({ code: 'rate_limited', retryAfter: 60 }));
    expect(tryToOpen(other)).toBe(true);
    clock.at += minuteMs;
    expect(openAll()).toHaveLength(20 * times);
  },
);
