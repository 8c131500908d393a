/** A clock that moves only when told to. */
export function createTestClock(startAt = Date.UTC(2026, 10, 20)) {
  let at = startAt;
  return {
    /** Epoch milliseconds. */
    now: () => at,
    async pass(ms: number) {
      at += ms;
    },
  };
}
