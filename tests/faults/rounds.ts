/** How often a fault is repeated: a few times in `npm test`, 200 times by `npm run test:faults`. */
export const rounds = Number(process.env.FAULT_ROUNDS ?? 3);

/** Of tests that start processes, whose work is not of these tests. */
export const generous = { RATE_LIMIT_PER_MINUTE: '1000000', SUBSCRIBE_LIMIT_PER_MINUTE: '1000000' };
